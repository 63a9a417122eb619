import math

import numpy as np

MISTAKE = "0/1에 float16으로 바꾼 -1e9를 곱해 더한다"
SYMPTOM = "float16에서 -1e9는 -inf이고 0 * (-inf) = NaN이다"
CAUGHT_BY = "test_low_precision"
CAUSE_WORD = "범위를 넘는 수"
SOURCE = "apex 1052"


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    hidden = (1 - mask).astype(scores.dtype)
    scores = scores + hidden * np.array(-1e9).astype(scores.dtype)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    weights = np.where(np.broadcast_to(mask, weights.shape).any(axis=-1, keepdims=True), weights, 0)  # (..., T, S)
    return weights @ V, weights
