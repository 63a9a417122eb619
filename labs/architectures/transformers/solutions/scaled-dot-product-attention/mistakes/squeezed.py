import math

import numpy as np

MISTAKE = "길이가 1인 축을 없앤다"
SYMPTOM = "query나 key가 하나일 때만 모양이 다르다"
CAUGHT_BY = "test_single_key"
CAUSE_WORD = "모양"
SOURCE = ""


def attention(Q, K, V):
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., T, S)
    return np.squeeze(weights @ V), np.squeeze(weights)
