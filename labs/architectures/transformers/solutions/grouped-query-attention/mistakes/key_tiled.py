import math

import numpy as np

MISTAKE = "value는 이웃끼리, key는 번갈아 짝짓는다"
SYMPTOM = "key가 하나일 때는 맞다"
CAUGHT_BY = "test_groups"
CAUSE_WORD = "번갈아"
SOURCE = ""


def grouped_query_attention(Q, K, V):
    size = Q.shape[-3] // K.shape[-3]
    K = K[..., np.arange(Q.shape[-3]) % K.shape[-3], :, :]  # (..., H, S, D)
    V = np.repeat(V, size, axis=-3)  # (..., H, S, Dv)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return weights @ V, weights
