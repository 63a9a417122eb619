import math

import numpy as np

MISTAKE = "-1e9를 채우고 빈 행은 mask를 곱해 지운다"
SYMPTOM = "float16에서는 빈 행이 모두 -inf여서 NaN * 0 = NaN이 남는다"
CAUGHT_BY = "test_low_precision"
CAUSE_WORD = "NaN이니"
SOURCE = "apex 1052"


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = np.where(mask, scores, np.array(-1e9).astype(scores.dtype))  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    weights = weights * mask
    return weights @ V, weights
