import math

import numpy as np

MISTAKE = "빈 행의 mask를 모두 열고 그대로 둔다"
SYMPTOM = "빈 문장이 PAD의 값을 낸다"
CAUGHT_BY = "test_all_hidden_row"
CAUSE_WORD = "mask 없는 값"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    visible = mask | ~mask.any(axis=-1, keepdims=True)
    scores = np.where(visible, scores, -np.inf)  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    return weights @ V, weights
