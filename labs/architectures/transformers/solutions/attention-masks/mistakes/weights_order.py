import math

import numpy as np

MISTAKE = "weights, output 순서로 돌려준다"
SYMPTOM = "뒤를 잇는 code가 가중치를 output으로 쓴다"
CAUGHT_BY = "test_open_mask"
CAUSE_WORD = "순서"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = np.where(mask, scores, -np.inf)  # (..., T, S)
    peak = scores.max(axis=-1, keepdims=True)  # (..., T, 1)
    exp = np.exp(scores - np.where(np.isneginf(peak), 0, peak))  # (..., T, S)
    total = exp.sum(axis=-1, keepdims=True)  # (..., T, 1)
    weights = exp / np.where(total == 0, 1, total)  # (..., T, S)
    return weights, weights @ V
