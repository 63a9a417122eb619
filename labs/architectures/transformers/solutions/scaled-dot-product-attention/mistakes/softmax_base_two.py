import numpy as np

MISTAKE = "e 대신 2를 밑으로 쓴다"
SYMPTOM = "가중치가 조금 더 고르게 퍼진다"
CAUGHT_BY = "test_softmax_by_hand"
CAUSE_WORD = "밑이 2"
SOURCE = ""


def softmax(scores):
    power = np.exp2(scores - scores.max(axis=-1, keepdims=True))
    return power / power.sum(axis=-1, keepdims=True)
