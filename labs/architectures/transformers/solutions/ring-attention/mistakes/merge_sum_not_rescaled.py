import numpy as np

MISTAKE = "합에 눈금을 맞추지 않는다"
SYMPTOM = "뒤 조각의 점수가 클수록 앞 조각이 너무 무겁다"
CAUGHT_BY = "test_merge"
CAUSE_WORD = "합의 눈금"
SOURCE = ""


def merge_block(state, scores, V):
    peak, total, mixed = state  # (n, 1), (n, 1), (n, Dv)
    higher = np.maximum(peak, scores.max(axis=1, keepdims=True))  # (n, 1)
    finite = np.where(np.isneginf(higher), 0, higher)  # (-inf) - (-inf) = NaN을 막는다
    weights, shrink = np.exp(scores - finite), np.exp(peak - finite)  # (n, N), (n, 1)
    return higher, total * shrink + weights.sum(axis=1, keepdims=True), mixed + weights @ V
