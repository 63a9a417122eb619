import math

import numpy as np

MISTAKE = "x를 제자리에서 사영한다"
SYMPTOM = "다음 층이 다른 x를 본다"
CAUGHT_BY = "test_first_token"
CAUSE_WORD = "제자리 연산"
SOURCE = ""


def cached_attention(x, cache, Wq, Wk, Wv, Wo, n_heads):
    n, position = x.shape[-2], 0 if cache is None else cache[2]
    positions = np.arange(position, position + n)  # (n,)
    Q = rope(split_heads(x @ Wq, n_heads), positions)  # (B, H, n, Dh)
    K = rope(split_heads(x @ Wk, n_heads), positions)  # (B, H, n, Dh)
    x[...] = x @ Wv
    V = split_heads(x, n_heads)  # (B, H, n, Dh)
    if cache is not None:
        K = np.concatenate([cache[0], K], axis=-2)  # (B, H, t+n, Dh)
        V = np.concatenate([cache[1], V], axis=-2)  # (B, H, t+n, Dh)
    S = K.shape[-2]
    visible = np.tril(np.ones((n, S), dtype=bool), k=S - n)  # (n, S)
    scores = np.where(visible, Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]), -np.inf)  # (B, H, n, S)
    output = merge_heads(softmax(scores) @ V) @ Wo  # (B, n, D_model)
    return output, (K, V, position + n)
