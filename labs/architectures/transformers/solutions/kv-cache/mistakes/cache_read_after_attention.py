import math

import numpy as np

MISTAKE = "attention을 구한 뒤에 cache에 잇는다"
SYMPTOM = "새 token이 자기만 본다"
CAUGHT_BY = "test_running_mean"
CAUSE_WORD = "cache의 key와 value를 보지"
SOURCE = ""


def cached_attention(x, cache, Wq, Wk, Wv, Wo, n_heads):
    n, position = x.shape[-2], 0 if cache is None else cache[2]
    positions = np.arange(position, position + n)  # (n,)
    Q = rope(split_heads(x @ Wq, n_heads), positions)  # (B, H, n, Dh)
    K = rope(split_heads(x @ Wk, n_heads), positions)  # (B, H, n, Dh)
    V = split_heads(x @ Wv, n_heads)  # (B, H, n, Dh)
    visible = np.tril(np.ones((n, n), dtype=bool))  # (n, n)
    scores = np.where(visible, Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]), -np.inf)  # (B, H, n, n)
    output = merge_heads(softmax(scores) @ V) @ Wo  # (B, n, D_model)
    if cache is not None:
        K, V = np.concatenate([cache[0], K], axis=-2), np.concatenate([cache[1], V], axis=-2)  # (B, H, t+n, Dh)
    return output, (K, V, position + n)
