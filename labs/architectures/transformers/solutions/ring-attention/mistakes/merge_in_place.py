import numpy as np

MISTAKE = "넘겨받은 상태를 고친다"
SYMPTOM = "같은 상태에서 갈라진 셈이 섞인다"
CAUGHT_BY = "test_merge"
CAUSE_WORD = "호출 뒤에"
SOURCE = ""


def merge_block(state, scores, V):
    peak, total, mixed = state  # (n, 1), (n, 1), (n, Dv)
    higher = np.maximum(peak, scores.max(axis=1, keepdims=True))  # (n, 1)
    finite = np.where(np.isneginf(higher), 0, higher)  # (-inf) - (-inf) = NaN을 막는다
    weights, shrink = np.exp(scores - finite), np.exp(peak - finite)  # (n, N), (n, 1)
    total *= shrink
    mixed *= shrink
    return higher, total + weights.sum(axis=1, keepdims=True), mixed + weights @ V
