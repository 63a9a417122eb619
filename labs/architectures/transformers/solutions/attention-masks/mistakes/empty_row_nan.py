import math

import numpy as np

MISTAKE = "볼 key가 없는 행을 따로 다루지 않는다"
SYMPTOM = "NaN이 output과 gradient로 번진다"
CAUGHT_BY = "test_all_hidden_row"
CAUSE_WORD = "NaN이니"
SOURCE = "pytorch 41508"


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = np.where(mask, scores, -np.inf)  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    return weights @ V, weights
