import numpy as np

MISTAKE = "모두 가려진 조각에서 (-inf) - (-inf)를 셈한다"
SYMPTOM = "NaN이 뒤의 조각까지 퍼진다"
CAUGHT_BY = "test_hidden_blocks"
CAUSE_WORD = "(-inf)"
SOURCE = "pytorch 130014"


def merge_block(state, scores, V):
    peak, total, mixed = state  # (n, 1), (n, 1), (n, Dv)
    higher = np.maximum(peak, scores.max(axis=1, keepdims=True))  # (n, 1)
    finite = higher  # (-inf) - (-inf) = NaN을 막는다
    weights, shrink = np.exp(scores - finite), np.exp(peak - finite)  # (n, N), (n, 1)
    return higher, total * shrink + weights.sum(axis=1, keepdims=True), mixed * shrink + weights @ V
