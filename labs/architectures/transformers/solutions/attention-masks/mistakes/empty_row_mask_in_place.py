import math

import numpy as np

MISTAKE = "빈 행을 열려고 넘겨받은 mask를 고친다"
SYMPTOM = "다음 층의 mask가 달라져 있다"
CAUGHT_BY = "test_all_hidden_row"
CAUSE_WORD = "제자리 연산"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    empty = ~mask.any(axis=-1, keepdims=True)
    mask |= empty
    scores = np.where(mask, scores, -np.inf)  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    weights = np.where(empty, 0, weights)
    return weights @ V, weights
