import math

import numpy as np

MISTAKE = "K의 축을 (0, 2, 1)로 못박는다"
SYMPTOM = "batch 축이 꼭 하나일 때만 돈다"
CAUGHT_BY = "test_single_key"
CAUSE_WORD = "앞쪽 축"
SOURCE = ""


def attention(Q, K, V):
    weights = softmax(Q @ np.transpose(K, (0, 2, 1)) / math.sqrt(Q.shape[-1]))  # (..., T, S)
    return weights @ V, weights
