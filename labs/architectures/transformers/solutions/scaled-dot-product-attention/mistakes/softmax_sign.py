import numpy as np

MISTAKE = "점수를 최댓값에서 뺀다: 부호가 뒤집힌다"
SYMPTOM = "가장 덜 닮은 key를 가장 많이 본다"
CAUGHT_BY = "test_softmax_by_hand"
CAUSE_WORD = "부호가 뒤집힌"
SOURCE = ""


def softmax(scores):
    exp = np.exp(scores.max(axis=-1, keepdims=True) - scores)
    return exp / exp.sum(axis=-1, keepdims=True)
