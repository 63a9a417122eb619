import math

import numpy as np

MISTAKE = "softmax를 query 축으로 취한다"
SYMPTOM = "행의 합이 1이 아니다"
CAUGHT_BY = "test_open_mask"
CAUSE_WORD = "query 축"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = np.where(mask, scores, -np.inf)  # (..., T, S)
    peak = scores.max(axis=-2, keepdims=True)  # (..., 1, S)
    exp = np.exp(scores - np.where(np.isneginf(peak), 0, peak))  # (..., T, S)
    total = exp.sum(axis=-2, keepdims=True)  # (..., 1, S)
    weights = exp / np.where(total == 0, 1, total)  # (..., T, S)
    return weights @ V, weights
