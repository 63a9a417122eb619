import math

import numpy as np

MISTAKE = "0/1 mask를 점수에 곱한다"
SYMPTOM = "점수 0인 key가 가중치를 받는다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "0/1을 곱한"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = scores * mask
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    return weights @ V, weights
