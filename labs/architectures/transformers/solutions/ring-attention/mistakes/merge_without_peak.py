import numpy as np

MISTAKE = "최댓값을 빼지 않는다"
SYMPTOM = "점수가 크면 inf가 된다"
CAUGHT_BY = "test_large_scores"
CAUSE_WORD = "최댓값을 빼지"
SOURCE = ""


def merge_block(state, scores, V):
    peak, total, mixed = state  # (n, 1), (n, 1), (n, Dv)
    higher = np.maximum(peak, scores.max(axis=1, keepdims=True))  # (n, 1)
    finite = np.zeros_like(higher)  # (-inf) - (-inf) = NaN을 막는다
    weights, shrink = np.exp(scores - finite), np.ones_like(peak)  # (n, N), (n, 1)
    return higher, total * shrink + weights.sum(axis=1, keepdims=True), mixed * shrink + weights @ V
