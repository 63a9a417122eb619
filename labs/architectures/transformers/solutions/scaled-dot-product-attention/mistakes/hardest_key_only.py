import math

import numpy as np

MISTAKE = "softmax 대신 가장 큰 점수의 key만 고른다"
SYMPTOM = "gradient가 흐르지 않는다"
CAUGHT_BY = "test_equal_scores"
CAUSE_WORD = "행의 합은 1이니"
SOURCE = ""


def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    weights = np.eye(K.shape[-2])[scores.argmax(axis=-1)]  # (..., T, S)
    return weights @ V, weights
