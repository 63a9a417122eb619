import math

import numpy as np

MISTAKE = "1024칸이 차면 마지막 칸만 갈아 끼운다"
SYMPTOM = "1025번째 token부터 가장 가까운 과거를 잊는다"
CAUGHT_BY = "test_long_sequence"
CAUSE_WORD = "정해 둔 칸 수"
SOURCE = "LLMs-from-scratch 925"


def cached_attention(x, cache, Wq, Wk, Wv, Wo, n_heads):
    n, position = x.shape[-2], 0 if cache is None else cache[2]
    positions = np.arange(position, position + n)  # (n,)
    Q = rope(split_heads(x @ Wq, n_heads), positions)  # (B, H, n, Dh)
    K = rope(split_heads(x @ Wk, n_heads), positions)  # (B, H, n, Dh)
    V = split_heads(x @ Wv, n_heads)  # (B, H, n, Dh)
    if cache is not None:
        t = min(cache[0].shape[-2], 1024 - n)  # 넘치면 앞의 것만 남는다
        K = np.concatenate([cache[0][..., :t, :], K], axis=-2)  # (B, H, t+n, Dh)
        V = np.concatenate([cache[1][..., :t, :], V], axis=-2)  # (B, H, t+n, Dh)
    S = K.shape[-2]
    visible = np.tril(np.ones((n, S), dtype=bool), k=S - n)  # (n, S)
    scores = np.where(visible, Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]), -np.inf)  # (B, H, n, S)
    output = merge_heads(softmax(scores) @ V) @ Wo  # (B, n, D_model)
    return output, (K, V, position + n)
