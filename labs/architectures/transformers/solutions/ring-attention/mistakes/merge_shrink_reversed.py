import numpy as np

MISTAKE = "눈금의 비를 거꾸로 곱한다"
SYMPTOM = "새 최댓값이 클수록 옛것이 커진다"
CAUGHT_BY = "test_merge"
CAUSE_WORD = "거꾸로"
SOURCE = ""


def merge_block(state, scores, V):
    peak, total, mixed = state  # (n, 1), (n, 1), (n, Dv)
    higher = np.maximum(peak, scores.max(axis=1, keepdims=True))  # (n, 1)
    finite = np.where(np.isneginf(higher), 0, higher)  # (-inf) - (-inf) = NaN을 막는다
    weights, shrink = np.exp(scores - finite), np.exp(np.where(np.isneginf(peak), -np.inf, finite - peak))  # (n, N), (n, 1)
    return higher, total * shrink + weights.sum(axis=1, keepdims=True), mixed * shrink + weights @ V
