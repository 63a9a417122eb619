import numpy as np

MISTAKE = "행이 아니라 array 전체의 최댓값을 뺀다"
SYMPTOM = "점수가 낮은 행은 통째로 0이 되어 0/0이 난다"
CAUGHT_BY = "test_large_scores"
CAUSE_WORD = "최댓값"
SOURCE = ""


def softmax(scores):
    exp = np.exp(scores - scores.max())
    return exp / exp.sum(axis=-1, keepdims=True)
