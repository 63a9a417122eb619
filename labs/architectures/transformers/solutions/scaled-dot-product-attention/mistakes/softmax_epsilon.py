import numpy as np

MISTAKE = "0으로 나누기를 피하려고 합에 1e-6을 더한다"
SYMPTOM = "행의 합이 1에 조금 못 미친다"
CAUGHT_BY = "test_softmax_by_hand"
CAUSE_WORD = "작은 수를 더한"
SOURCE = ""


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / (exp.sum(axis=-1, keepdims=True) + 1e-6)
