import numpy as np

MISTAKE = "행이 아니라 array 전체의 합으로 나눈다"
SYMPTOM = "query가 많을수록 가중치가 작아진다"
CAUGHT_BY = "test_softmax_by_hand"
CAUSE_WORD = "array 전체의 합"
SOURCE = ""


def softmax(scores):
    exp = np.exp(scores - scores.max())
    return exp / exp.sum()
