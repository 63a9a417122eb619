import math

import numpy as np

MISTAKE = "√D 대신 √(H·D)로 나눈다"
SYMPTOM = "가중치가 너무 고르다"
CAUGHT_BY = "test_equal_heads"
CAUSE_WORD = "head 수까지"
SOURCE = ""


def grouped_query_attention(Q, K, V):
    size = Q.shape[-3] // K.shape[-3]
    K, V = np.repeat(K, size, axis=-3), np.repeat(V, size, axis=-3)  # (..., H, S, D), (..., H, S, Dv)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-3] * Q.shape[-1]))  # (..., H, T, S)
    return weights @ V, weights
