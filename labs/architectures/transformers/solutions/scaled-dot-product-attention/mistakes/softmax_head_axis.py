import math

import numpy as np

MISTAKE = "앞쪽 축이 둘이면 softmax를 head 축으로 취한다"
SYMPTOM = "head끼리 가중치를 나눠 갖는다"
CAUGHT_BY = "test_batch_and_heads"
CAUSE_WORD = "batch·head 축(axis=1)"
SOURCE = ""


def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    axis = 1 if scores.ndim == 4 else -1
    exp = np.exp(scores - scores.max(axis=axis, keepdims=True))
    weights = exp / exp.sum(axis=axis, keepdims=True)  # (..., T, S)
    return weights @ V, weights
