import math

import numpy as np

MISTAKE = "mask가 점수와 모양이 같다고 보고 대입한다"
SYMPTOM = "broadcast할 mask에서 멈춘다"
CAUGHT_BY = "test_random_masks"
CAUSE_WORD = "broadcast"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores[~mask] = -np.inf
    peak = scores.max(axis=-1, keepdims=True)  # (..., T, 1)
    exp = np.exp(scores - np.where(np.isneginf(peak), 0, peak))  # (..., T, S)
    total = exp.sum(axis=-1, keepdims=True)  # (..., T, 1)
    weights = exp / np.where(total == 0, 1, total)  # (..., T, S)
    return weights @ V, weights
