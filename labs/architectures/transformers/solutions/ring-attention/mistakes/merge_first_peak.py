import numpy as np

MISTAKE = "첫 조각의 최댓값을 끝까지 쓴다"
SYMPTOM = "뒤에서 더 큰 점수가 오면 넘친다"
CAUGHT_BY = "test_large_scores"
CAUSE_WORD = "최댓값을 빼지"
SOURCE = ""


def merge_block(state, scores, V):
    peak, total, mixed = state  # (n, 1), (n, 1), (n, Dv)
    higher = np.where(np.isneginf(peak), scores.max(axis=1, keepdims=True), peak)  # (n, 1)
    finite = np.where(np.isneginf(higher), 0, higher)  # (-inf) - (-inf) = NaN을 막는다
    weights, shrink = np.exp(scores - finite), np.exp(peak - finite)  # (n, N), (n, 1)
    return higher, total * shrink + weights.sum(axis=1, keepdims=True), mixed * shrink + weights @ V
