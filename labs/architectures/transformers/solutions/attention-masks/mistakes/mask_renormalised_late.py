import math

import numpy as np

MISTAKE = "softmax를 다 구한 뒤 가리고 다시 나눈다"
SYMPTOM = "가린 점수가 크면 보이는 가중치가 0으로 사라져 0/0이 난다"
CAUGHT_BY = "test_hidden_keys_have_no_say"
CAUSE_WORD = "가린 key의 점수가 남아"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True)) * mask  # (..., T, S)
    total = exp.sum(axis=-1, keepdims=True)  # (..., T, 1)
    weights = exp / np.where(total == 0, 1, total)  # (..., T, S)
    return weights @ V, weights
