import math

import numpy as np

MISTAKE = "행이 아니라 mask 전체가 비었는지 본다"
SYMPTOM = "한 행만 비면 NaN이 난다"
CAUGHT_BY = "test_all_hidden_row"
CAUSE_WORD = "NaN이니"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    if not mask.any():
        return np.zeros_like(Q @ K.swapaxes(-1, -2) @ V), np.zeros_like(scores)
    scores = np.where(mask, scores, -np.inf)  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    return weights @ V, weights
