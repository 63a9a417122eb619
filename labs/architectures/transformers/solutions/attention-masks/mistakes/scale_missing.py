import numpy as np

MISTAKE = "√D로 나누지 않는다"
SYMPTOM = "softmax가 포화한다"
CAUGHT_BY = "test_open_mask"
CAUSE_WORD = "√D로 나누지 않은"
SOURCE = ""


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2)  # (..., T, S)
    scores = np.where(mask, scores, -np.inf)  # (..., T, S)
    peak = scores.max(axis=-1, keepdims=True)  # (..., T, 1)
    exp = np.exp(scores - np.where(np.isneginf(peak), 0, peak))  # (..., T, S)
    total = exp.sum(axis=-1, keepdims=True)  # (..., T, 1)
    weights = exp / np.where(total == 0, 1, total)  # (..., T, S)
    return weights @ V, weights
