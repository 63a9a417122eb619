import math

import numpy as np

MISTAKE = "T = S일 때 mask를 전치해서 쓴다"
SYMPTOM = "과거 대신 미래를 본다"
CAUGHT_BY = "test_random_masks"
CAUSE_WORD = "mask를 전치한"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    if mask.shape[-1] == mask.shape[-2]:
        mask = mask.swapaxes(-1, -2)
    scores = np.where(mask, scores, -np.inf)  # (..., T, S)
    peak = scores.max(axis=-1, keepdims=True)  # (..., T, 1)
    exp = np.exp(scores - np.where(np.isneginf(peak), 0, peak))  # (..., T, S)
    total = exp.sum(axis=-1, keepdims=True)  # (..., T, 1)
    weights = exp / np.where(total == 0, 1, total)  # (..., T, S)
    return weights @ V, weights
