import math

import numpy as np

MISTAKE = "앞쪽 축이 없다고 보고 첫 축을 펼친다"
SYMPTOM = "batch가 붙으면 head가 아니라 batch가 늘어난다"
CAUGHT_BY = "test_batch"
CAUSE_WORD = "앞쪽 축"
SOURCE = ""


def grouped_query_attention(Q, K, V):
    size = Q.shape[-3] // K.shape[-3]
    K, V = np.repeat(K, size, axis=0), np.repeat(V, size, axis=0)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return weights @ V, weights
