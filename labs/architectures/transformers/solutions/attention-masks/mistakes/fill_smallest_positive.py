import math

import numpy as np

MISTAKE = "np.finfo.min 대신 np.finfo.tiny를 채운다"
SYMPTOM = "가장 작은 양수는 0과 다름없다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "0/1을 곱한"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = np.where(mask, scores, np.finfo(scores.dtype).tiny)  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    weights = np.where(np.broadcast_to(mask, weights.shape).any(axis=-1, keepdims=True), weights, 0)  # (..., T, S)
    return weights @ V, weights
