import math

import numpy as np

MISTAKE = "첫 문장의 mask를 모든 문장에 쓴다"
SYMPTOM = "다른 문장의 PAD가 보인다"
CAUGHT_BY = "test_random_masks"
CAUSE_WORD = "mask와 다르니"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    visible = mask[0] if mask.ndim > 2 else mask
    scores = np.where(visible, scores, -np.inf)  # (..., T, S)
    peak = scores.max(axis=-1, keepdims=True)  # (..., T, 1)
    exp = np.exp(scores - np.where(np.isneginf(peak), 0, peak))  # (..., T, S)
    total = exp.sum(axis=-1, keepdims=True)  # (..., T, 1)
    weights = exp / np.where(total == 0, 1, total)  # (..., T, S)
    return weights @ V, weights
