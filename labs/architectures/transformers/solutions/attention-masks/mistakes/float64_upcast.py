import math

import numpy as np

MISTAKE = "float64 표를 점수에 더한다"
SYMPTOM = "float32·float16 입력이 float64가 된다"
CAUGHT_BY = "test_low_precision"
CAUSE_WORD = "dtype"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = scores + np.where(mask, 0.0, -np.inf)  # (..., T, S)
    peak = scores.max(axis=-1, keepdims=True)  # (..., T, 1)
    exp = np.exp(scores - np.where(np.isneginf(peak), 0, peak))  # (..., T, S)
    total = exp.sum(axis=-1, keepdims=True)  # (..., T, 1)
    weights = exp / np.where(total == 0, 1, total)  # (..., T, S)
    return weights @ V, weights
