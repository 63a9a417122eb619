import math

import numpy as np

MISTAKE = "가릴 자리에 +inf를 둔다"
SYMPTOM = "가린 key만 보거나 NaN이 난다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "NaN"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = np.where(mask, scores, np.inf)  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    return weights @ V, weights
