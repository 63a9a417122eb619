import math

import numpy as np

MISTAKE = "가린 자리에 점수 0을 채운다"
SYMPTOM = "점수 0도 exp(0) = 1의 몫을 받는다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "0/1을 곱한"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = np.where(mask, scores, 0)  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    weights = np.where(np.broadcast_to(mask, weights.shape).any(axis=-1, keepdims=True), weights, 0)  # (..., T, S)
    return weights @ V, weights
