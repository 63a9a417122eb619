import math

import numpy as np

MISTAKE = "batch만 있는 입력에 맞추어 axis=2로 적는다"
SYMPTOM = "head 축이 붙으면 query 축에서 합이 1이다"
CAUGHT_BY = "test_batch_and_heads"
CAUSE_WORD = "query 축"
SOURCE = ""


def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    axis = min(2, scores.ndim - 1)
    exp = np.exp(scores - scores.max(axis=axis, keepdims=True))
    weights = exp / exp.sum(axis=axis, keepdims=True)  # (..., T, S)
    return weights @ V, weights
