import math

import numpy as np

MISTAKE = "위치 인코딩을 한 호출 안의 번호로 만들어 x에 더한다"
SYMPTOM = "호출마다 위치가 0부터 다시 시작한다"
CAUGHT_BY = "test_first_token"
CAUSE_WORD = "손으로"
SOURCE = ""


def cached_attention(x, cache, Wq, Wk, Wv, Wo, n_heads):
    n, position = x.shape[-2], 0 if cache is None else cache[2]
    positions = np.arange(position, position + n)  # (n,)
    angles = np.arange(n)[:, None] * 10000.0 ** (-np.arange(0, x.shape[-1], 2) / x.shape[-1])  # (n, D_model/2)
    x = x + np.concatenate([np.sin(angles), np.cos(angles)], axis=-1)  # (B, n, D_model)
    Q = split_heads(x @ Wq, n_heads)  # (B, H, n, Dh)
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
