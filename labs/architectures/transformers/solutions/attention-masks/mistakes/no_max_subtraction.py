import math

import numpy as np

MISTAKE = "최댓값을 빼지 않는다"
SYMPTOM = "큰 점수에서 넘치거나 모두 0으로 사라진다"
CAUGHT_BY = "test_hidden_keys_have_no_say"
CAUSE_WORD = "-inf"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    exp = np.where(mask, np.exp(scores), 0)  # (..., T, S)
    total = exp.sum(axis=-1, keepdims=True)  # (..., T, 1)
    weights = exp / np.where(total == 0, 1, total)  # (..., T, S)
    return weights @ V, weights
