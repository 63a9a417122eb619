import math

import numpy as np

MISTAKE = "가리기 전의 최댓값을 뺀다"
SYMPTOM = "가린 점수가 크면 보이는 key가 모두 0으로 사라진다"
CAUGHT_BY = "test_hidden_keys_have_no_say"
CAUSE_WORD = "가린 key의 점수가 남아"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    peak = scores.max(axis=-1, keepdims=True)  # (..., T, 1)
    exp = np.exp(np.where(mask, scores - peak, -np.inf))  # (..., T, S)
    total = exp.sum(axis=-1, keepdims=True)  # (..., T, 1)
    weights = exp / np.where(total == 0, 1, total)  # (..., T, S)
    return weights @ V, weights
