import math

import numpy as np

MISTAKE = "softmax의 축을 axis=1로 적는다"
SYMPTOM = "2차원에서만 맞고 batch가 붙으면 query 축에서 합이 1이다"
CAUGHT_BY = "test_batch_and_heads"
CAUSE_WORD = "query 축"
SOURCE = ""


def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights = exp / exp.sum(axis=1, keepdims=True)  # (..., T, S)
    return weights @ V, weights
