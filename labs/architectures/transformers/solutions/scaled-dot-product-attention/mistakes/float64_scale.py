import numpy as np

MISTAKE = "np.sqrt가 돌려준 float64로 나눈다"
SYMPTOM = "float32 입력이 소리 없이 float64가 되어 메모리가 두 배다"
CAUGHT_BY = "test_float32"
CAUSE_WORD = "dtype"
SOURCE = ""


def attention(Q, K, V):
    weights = softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(Q.shape[-1]))  # (..., T, S)
    return weights @ V, weights
