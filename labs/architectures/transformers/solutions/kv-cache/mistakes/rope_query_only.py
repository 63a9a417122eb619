import math

import numpy as np

MISTAKE = "query만 돌린다"
SYMPTOM = "점수가 거리가 아니라 query의 위치에 달린다"
CAUGHT_BY = "test_prompt"
CAUSE_WORD = "query만 돌린"
SOURCE = ""


def cached_attention(x, cache, Wq, Wk, Wv, Wo, n_heads):
    n, position = x.shape[-2], 0 if cache is None else cache[2]
    positions = np.arange(position, position + n)  # (n,)
    Q = rope(split_heads(x @ Wq, n_heads), positions)  # (B, H, n, Dh)
    K = split_heads(x @ Wk, n_heads)  # (B, H, n, Dh)
    V = split_heads(x @ Wv, n_heads)  # (B, H, n, Dh)
    if cache is not None:
        K = np.concatenate([cache[0], K], axis=-2)  # (B, H, t+n, Dh)
        V = np.concatenate([cache[1], V], axis=-2)  # (B, H, t+n, Dh)
    S = K.shape[-2]
    visible = np.tril(np.ones((n, S), dtype=bool), k=S - n)  # (n, S)
    scores = np.where(visible, Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]), -np.inf)  # (B, H, n, S)
    output = merge_heads(softmax(scores) @ V) @ Wo  # (B, n, D_model)
    return output, (K, V, position + n)
