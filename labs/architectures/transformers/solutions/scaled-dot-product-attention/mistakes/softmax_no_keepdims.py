import numpy as np

MISTAKE = "합의 축을 남기지 않는다"
SYMPTOM = "행 수와 열 수가 다르면 나눌 수 없고, 같으면 엉뚱한 행의 합으로 나눈다"
CAUGHT_BY = "test_softmax_by_hand"
CAUSE_WORD = "keepdims"
SOURCE = ""


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1)
