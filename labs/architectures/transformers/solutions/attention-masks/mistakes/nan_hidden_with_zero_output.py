import math

import numpy as np

MISTAKE = "NaN을 output에서만 0으로 지운다"
SYMPTOM = "weights에는 NaN이 남는다"
CAUGHT_BY = "test_all_hidden_row"
CAUSE_WORD = "NaN이니"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = np.where(mask, scores, -np.inf)  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    return np.nan_to_num(weights @ V), weights
