import math

import numpy as np

MISTAKE = "-1e9를 채우고 빈 행을 그대로 둔다"
SYMPTOM = "빈 행이 모든 value의 평균을 받는다"
CAUGHT_BY = "test_all_hidden_row"
CAUSE_WORD = "고른 가중치가 남은"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = np.where(mask, scores, -1e9)  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    return weights @ V, weights
