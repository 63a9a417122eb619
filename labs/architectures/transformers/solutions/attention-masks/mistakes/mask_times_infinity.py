import math

import numpy as np

MISTAKE = "0에 -inf를 곱해 더한다"
SYMPTOM = "0 * (-inf) = NaN이 모든 자리에 번진다"
CAUGHT_BY = "test_open_mask"
CAUSE_WORD = "NaN"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = scores + (1 - mask) * -np.inf
    peak = scores.max(axis=-1, keepdims=True)  # (..., T, 1)
    exp = np.exp(scores - np.where(np.isneginf(peak), 0, peak))  # (..., T, S)
    total = exp.sum(axis=-1, keepdims=True)  # (..., T, 1)
    weights = exp / np.where(total == 0, 1, total)  # (..., T, S)
    return weights @ V, weights
