import math

import numpy as np

MISTAKE = "dtype과 상관없이 float16의 가장 작은 수 -65504를 채운다"
SYMPTOM = "보이는 점수가 그보다 작으면 가린 key만 보인다"
CAUGHT_BY = "test_hidden_keys_have_no_say"
CAUSE_WORD = "채운 수"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = np.where(mask, scores, -65504.0)  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    weights = np.where(np.broadcast_to(mask, weights.shape).any(axis=-1, keepdims=True), weights, 0)  # (..., T, S)
    return weights @ V, weights
