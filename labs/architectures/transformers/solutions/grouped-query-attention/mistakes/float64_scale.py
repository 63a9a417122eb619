import numpy as np

MISTAKE = "np.sqrt(정수)로 나눈다"
SYMPTOM = "float32가 float64로 바뀐다"
CAUGHT_BY = "test_float32"
CAUSE_WORD = "dtype"
SOURCE = ""


def grouped_query_attention(Q, K, V):
    size = Q.shape[-3] // K.shape[-3]
    K, V = np.repeat(K, size, axis=-3), np.repeat(V, size, axis=-3)  # (..., H, S, D), (..., H, S, Dv)
    weights = softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return weights @ V, weights
