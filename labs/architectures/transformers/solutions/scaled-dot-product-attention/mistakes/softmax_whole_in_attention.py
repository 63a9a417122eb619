import math

import numpy as np

MISTAKE = "attention 안에서 점수 전체의 합으로 나눈다"
SYMPTOM = "가중치를 모두 더해야 1이다"
CAUGHT_BY = "test_single_key"
CAUSE_WORD = "점수 전체로"
SOURCE = ""


def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    exp = np.exp(scores - scores.max())
    weights = exp / exp.sum()  # (..., T, S)
    return weights @ V, weights
