import math

import numpy as np

MISTAKE = "value만 앞에 잇는다"
SYMPTOM = "key와 value의 짝이 어긋난다"
CAUGHT_BY = "test_token_by_token"
CAUSE_WORD = "잇는 순서"
SOURCE = ""


def cached_attention(x, cache, Wq, Wk, Wv, Wo, n_heads):
    n, position = x.shape[-2], 0 if cache is None else cache[2]
    positions = np.arange(position, position + n)  # (n,)
    Q = rope(split_heads(x @ Wq, n_heads), positions)  # (B, H, n, Dh)
    K = rope(split_heads(x @ Wk, n_heads), positions)  # (B, H, n, Dh)
    V = split_heads(x @ Wv, n_heads)  # (B, H, n, Dh)
    if cache is not None:
        K = np.concatenate([cache[0], K], axis=-2)  # (B, H, t+n, Dh)
        V = np.concatenate([V, cache[1]], axis=-2)  # (B, H, n+t, Dh)
    S = K.shape[-2]
    visible = np.tril(np.ones((n, S), dtype=bool), k=S - n)  # (n, S)
    scores = np.where(visible, Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]), -np.inf)  # (B, H, n, S)
    output = merge_heads(softmax(scores) @ V) @ Wo  # (B, n, D_model)
    return output, (K, V, position + n)
