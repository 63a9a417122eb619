import math

import numpy as np

MISTAKE = "mask를 받고 쓰지 않는다"
SYMPTOM = "미래와 PAD가 보인다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "mask를 쓰지 않은"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    return weights @ V, weights
