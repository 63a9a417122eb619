import numpy as np

MISTAKE = "최댓값을 빼지 않는다"
SYMPTOM = "점수가 크면 exp가 inf, 가중치가 NaN이 된다"
CAUGHT_BY = "test_large_scores"
CAUSE_WORD = "최댓값"
SOURCE = ""


def softmax(scores):
    exp = np.exp(scores)
    return exp / exp.sum(axis=-1, keepdims=True)
