import math

import numpy as np

MISTAKE = "key는 이웃끼리, value는 번갈아 짝짓는다"
SYMPTOM = "가중치는 맞고 output만 틀린다"
CAUGHT_BY = "test_one_key"
CAUSE_WORD = "번갈아"
SOURCE = ""


def grouped_query_attention(Q, K, V):
    size = Q.shape[-3] // K.shape[-3]
    K = np.repeat(K, size, axis=-3)  # (..., H, S, D)
    V = V[..., np.arange(Q.shape[-3]) % V.shape[-3], :, :]  # (..., H, S, Dv)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return weights @ V, weights
