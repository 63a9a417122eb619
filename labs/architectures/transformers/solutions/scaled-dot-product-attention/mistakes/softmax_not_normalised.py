import numpy as np

MISTAKE = "exp만 취하고 합으로 나누지 않는다"
SYMPTOM = "행의 합이 1이 아니다"
CAUGHT_BY = "test_softmax_by_hand"
CAUSE_WORD = "exp만 취한"
SOURCE = ""


def softmax(scores):
    return np.exp(scores)
