import math

import numpy as np

MISTAKE = "가린 점수에서 100을 뺀다"
SYMPTOM = "점수가 100 넘게 크면 가린 key가 보인다"
CAUGHT_BY = "test_random_masks"
CAUSE_WORD = "정확히 0"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = np.where(mask, scores, scores - 100)  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    weights = np.where(np.broadcast_to(mask, weights.shape).any(axis=-1, keepdims=True), weights, 0)  # (..., T, S)
    return weights @ V, weights
