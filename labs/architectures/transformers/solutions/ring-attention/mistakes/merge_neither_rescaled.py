import numpy as np

MISTAKE = "눈금을 아예 맞추지 않는다"
SYMPTOM = "조각마다 다른 눈금으로 더한다"
CAUGHT_BY = "test_merge"
CAUSE_WORD = "눈금을 맞추지"
SOURCE = ""


def merge_block(state, scores, V):
    peak, total, mixed = state  # (n, 1), (n, 1), (n, Dv)
    higher = np.maximum(peak, scores.max(axis=1, keepdims=True))  # (n, 1)
    finite = np.where(np.isneginf(higher), 0, higher)  # (-inf) - (-inf) = NaN을 막는다
    weights, shrink = np.exp(scores - finite), np.exp(peak - finite)  # (n, N), (n, 1)
    return higher, total + weights.sum(axis=1, keepdims=True), mixed + weights @ V
