import math

import numpy as np

MISTAKE = "key 수가 query 수와 같다고 본다"
SYMPTOM = "cross-attention에서 멈춘다"
CAUGHT_BY = "test_single_key"
CAUSE_WORD = "서로 다를 수"
SOURCE = ""


def attention(Q, K, V):
    *batch, T, D = Q.shape
    scores = np.empty((*batch, T, T))
    scores[...] = Q @ K.swapaxes(-1, -2) / math.sqrt(D)
    weights = softmax(scores)  # (..., T, T)
    return weights @ V, weights
