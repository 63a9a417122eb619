import math

import numpy as np

MISTAKE = "0/1 mask를 점수에 더한다"
SYMPTOM = "가린 key도 가중치를 받는다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "0/1을 더한"
SOURCE = "diffusers 14342"


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = scores + mask
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    return weights @ V, weights
