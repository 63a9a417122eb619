import math

import numpy as np

MISTAKE = "True인 자리를 가린다"
SYMPTOM = "볼 것을 가리고 가릴 것을 본다"
CAUGHT_BY = "test_open_mask"
CAUSE_WORD = "mask를 뒤집은"
SOURCE = "LLMs-from-scratch 1062"


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = np.where(mask, -np.inf, scores)  # (..., T, S)
    peak = scores.max(axis=-1, keepdims=True)  # (..., T, 1)
    exp = np.exp(scores - np.where(np.isneginf(peak), 0, peak))  # (..., T, S)
    total = exp.sum(axis=-1, keepdims=True)  # (..., T, 1)
    weights = exp / np.where(total == 0, 1, total)  # (..., T, S)
    return weights @ V, weights
