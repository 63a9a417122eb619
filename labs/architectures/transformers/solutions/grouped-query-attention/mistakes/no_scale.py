import numpy as np

MISTAKE = "√D로 나누지 않는다"
SYMPTOM = "폭이 크면 softmax가 포화한다"
CAUGHT_BY = "test_equal_heads"
CAUSE_WORD = "나누지 않은"
SOURCE = ""


def grouped_query_attention(Q, K, V):
    size = Q.shape[-3] // K.shape[-3]
    K, V = np.repeat(K, size, axis=-3), np.repeat(V, size, axis=-3)  # (..., H, S, D), (..., H, S, Dv)
    weights = softmax(Q @ K.swapaxes(-1, -2))  # (..., H, T, S)
    return weights @ V, weights
