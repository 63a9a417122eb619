import math

import numpy as np

MISTAKE = "넘겨받은 cache 대신 함수 밖에 모아 둔 것을 쓴다"
SYMPTOM = "두 번째 문장이 첫 문장을 이어받는다"
CAUGHT_BY = "test_running_mean"
CAUSE_WORD = "지난 호출이 남긴"
SOURCE = ""


SEEN = []


def cached_attention(x, cache, Wq, Wk, Wv, Wo, n_heads):
    n, position = x.shape[-2], 0 if cache is None else cache[2]
    positions = np.arange(position, position + n)  # (n,)
    Q = rope(split_heads(x @ Wq, n_heads), positions)  # (B, H, n, Dh)
    K = rope(split_heads(x @ Wk, n_heads), positions)  # (B, H, n, Dh)
    V = split_heads(x @ Wv, n_heads)  # (B, H, n, Dh)
    if SEEN:
        K = np.concatenate([SEEN[0], K], axis=-2)  # (B, H, t+n, Dh)
        V = np.concatenate([SEEN[1], V], axis=-2)  # (B, H, t+n, Dh)
    S = K.shape[-2]
    visible = np.tril(np.ones((n, S), dtype=bool), k=S - n)  # (n, S)
    scores = np.where(visible, Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]), -np.inf)  # (B, H, n, S)
    output = merge_heads(softmax(scores) @ V) @ Wo  # (B, n, D_model)
    SEEN[:] = [K, V]
    return output, (K, V, position + n)
