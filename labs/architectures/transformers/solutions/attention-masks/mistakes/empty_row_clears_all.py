import math

import numpy as np

MISTAKE = "빈 행이 하나라도 있으면 모두 0으로 만든다"
SYMPTOM = "멀쩡한 문장까지 사라진다"
CAUGHT_BY = "test_all_hidden_row"
CAUSE_WORD = "다른 행까지 0"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = np.where(mask, scores, -np.inf)  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    if np.isnan(weights).any():
        weights = np.zeros_like(weights)
    return weights @ V, weights
