import math

import numpy as np

MISTAKE = "softmax를 query 축으로 취한다"
SYMPTOM = "행의 합이 1이 아니다"
CAUGHT_BY = "test_one_key"
CAUSE_WORD = "query 축"
SOURCE = ""


def grouped_query_attention(Q, K, V):
    size = Q.shape[-3] // K.shape[-3]
    K, V = np.repeat(K, size, axis=-3), np.repeat(V, size, axis=-3)  # (..., H, S, D), (..., H, S, Dv)
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., H, T, S)
    weights = softmax(scores.swapaxes(-1, -2)).swapaxes(-1, -2)
    return weights @ V, weights
