import numpy as np

MISTAKE = "가려진 자리를 아주 작은 수로 바꾼다"
SYMPTOM = "모두 가려진 조각이 고르게 세어진다"
CAUGHT_BY = "test_hidden_blocks"
CAUSE_WORD = "가려진 조각"
SOURCE = ""


def merge_block(state, scores, V):
    peak, total, mixed = state  # (n, 1), (n, 1), (n, Dv)
    scores = np.where(np.isneginf(scores), -1e9, scores)
    higher = np.maximum(peak, scores.max(axis=1, keepdims=True))  # (n, 1)
    finite = np.where(np.isneginf(higher), 0, higher)  # (-inf) - (-inf) = NaN을 막는다
    weights, shrink = np.exp(scores - finite), np.exp(peak - finite)  # (n, N), (n, 1)
    return higher, total * shrink + weights.sum(axis=1, keepdims=True), mixed * shrink + weights @ V
