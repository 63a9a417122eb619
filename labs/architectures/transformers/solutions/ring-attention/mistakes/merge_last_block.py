import numpy as np

MISTAKE = "마지막 조각만 남는다"
SYMPTOM = "앞의 조각을 잊는다"
CAUGHT_BY = "test_merge"
CAUSE_WORD = "마지막 조각"
SOURCE = ""


def merge_block(state, scores, V):
    peak, total, mixed = state  # (n, 1), (n, 1), (n, Dv)
    higher = np.maximum(peak, scores.max(axis=1, keepdims=True))  # (n, 1)
    finite = np.where(np.isneginf(higher), 0, higher)  # (-inf) - (-inf) = NaN을 막는다
    weights, shrink = np.exp(scores - finite), np.exp(peak - finite)  # (n, N), (n, 1)
    return higher, weights.sum(axis=1, keepdims=True), weights @ V
