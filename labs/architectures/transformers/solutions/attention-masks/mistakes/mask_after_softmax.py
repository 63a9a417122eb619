import math

import numpy as np

MISTAKE = "softmax 뒤에 가리고 다시 나누지 않는다"
SYMPTOM = "행의 합이 1이 아니다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "다시 나누지 않은"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    weights = weights * mask
    return weights @ V, weights
