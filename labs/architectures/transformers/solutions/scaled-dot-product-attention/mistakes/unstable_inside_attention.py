import math

import numpy as np

MISTAKE = "softmax를 두고 attention 안에서 exp를 바로 취한다"
SYMPTOM = "점수가 크면 NaN이 된다"
CAUGHT_BY = "test_large_scores"
CAUSE_WORD = "최댓값"
SOURCE = ""


def attention(Q, K, V):
    exp = np.exp(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    return weights @ V, weights
