import numpy as np

MISTAKE = "넘침을 피하려고 점수를 잘라 낸다"
SYMPTOM = "큰 점수끼리의 차이가 사라진다"
CAUGHT_BY = "test_large_scores"
CAUSE_WORD = "최댓값"
SOURCE = ""


def softmax(scores):
    exp = np.exp(np.clip(scores, -50, 50))
    return exp / exp.sum(axis=-1, keepdims=True)
