import numpy as np

MISTAKE = "넘친 값을 nan_to_num으로 덮는다"
SYMPTOM = "큰 점수를 받은 key가 가중치 0을 받는다"
CAUGHT_BY = "test_large_scores"
CAUSE_WORD = "최댓값"
SOURCE = ""


def softmax(scores):
    exp = np.exp(scores)
    return np.nan_to_num(exp / exp.sum(axis=-1, keepdims=True))
