import math

import numpy as np

MISTAKE = "가중치는 두고 가린 value만 0으로 만든다"
SYMPTOM = "가린 key가 가중치의 몫을 가져간다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "mask를 쓰지 않은"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    return (weights * mask) @ V, weights
