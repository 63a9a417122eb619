import numpy as np

MISTAKE = "softmax의 축을 axis=0으로 적는다"
SYMPTOM = "행의 합이 1이 아니다"
CAUGHT_BY = "test_softmax_by_hand"
CAUSE_WORD = "axis=0"
SOURCE = ""


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=0, keepdims=True))
    return exp / exp.sum(axis=0, keepdims=True)
