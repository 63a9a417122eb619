import numpy as np

MISTAKE = "조각마다 softmax한 output을 평균한다"
SYMPTOM = "점수가 낮은 조각도 똑같이 무겁다"
CAUGHT_BY = "test_merge"
CAUSE_WORD = "평균"
SOURCE = ""


def merge_block(state, scores, V):
    peak, total, mixed = state
    exp = np.exp(scores - scores.max(axis=1, keepdims=True))
    return peak, total + 1, mixed + exp / exp.sum(axis=1, keepdims=True) @ V
