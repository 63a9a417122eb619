import math

import numpy as np

MISTAKE = "softmax를 query 축으로 취한다"
SYMPTOM = "행의 합이 1이 아니지만 학습은 되어 품질만 조금 나쁘다"
CAUGHT_BY = "test_single_key"
CAUSE_WORD = "query 축"
SOURCE = "annotated_deep_learning_paper_implementations 146"


def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-2, keepdims=True))
    weights = exp / exp.sum(axis=-2, keepdims=True)  # (..., T, S)
    return weights @ V, weights
