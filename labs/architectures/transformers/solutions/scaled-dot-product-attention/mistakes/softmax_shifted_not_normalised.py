import numpy as np

MISTAKE = "최댓값을 빼고 exp를 취한 뒤 나누지 않는다"
SYMPTOM = "가장 큰 가중치가 언제나 1이다"
CAUGHT_BY = "test_softmax_by_hand"
CAUSE_WORD = "합이 1이 아니니"
SOURCE = ""


def softmax(scores):
    return np.exp(scores - scores.max(axis=-1, keepdims=True))
