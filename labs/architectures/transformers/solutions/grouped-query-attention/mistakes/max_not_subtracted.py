import math

import numpy as np

MISTAKE = "최댓값을 빼지 않고 exp를 취한다"
SYMPTOM = "점수가 크면 NaN이 된다"
CAUGHT_BY = "test_large_scores"
CAUSE_WORD = "NaN"
SOURCE = ""


def grouped_query_attention(Q, K, V):
    size = Q.shape[-3] // K.shape[-3]
    K, V = np.repeat(K, size, axis=-3), np.repeat(V, size, axis=-3)  # (..., H, S, D), (..., H, S, Dv)
    exp = np.exp(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)
    return weights @ V, weights
