import math

import numpy as np

MISTAKE = "가린 key의 벡터를 0으로 만든다"
SYMPTOM = "점수 0도 가중치를 받는다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "0/1을 곱한"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    seen = mask.any(axis=-2)[..., None]  # (..., S, 1)
    scores = Q @ (K * seen).swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # (..., T, S)
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    return weights @ V, weights
