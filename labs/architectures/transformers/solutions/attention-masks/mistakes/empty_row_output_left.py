import math

import numpy as np

MISTAKE = "빈 행의 weights만 0으로 지우고 output은 그대로 둔다"
SYMPTOM = "지운 가중치와 output이 어긋난다"
CAUGHT_BY = "test_all_hidden_row"
CAUSE_WORD = "value의 평균이 남았으니"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = np.where(mask, scores, -1e9)  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    output = weights @ V  # (..., T, Dv)
    weights = np.where(np.broadcast_to(mask, weights.shape).any(axis=-1, keepdims=True), weights, 0)  # (..., T, S)
    return output, weights
