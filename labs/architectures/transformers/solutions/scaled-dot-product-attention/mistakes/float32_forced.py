import numpy as np

MISTAKE = "모든 입력을 float32로 낮춘다"
SYMPTOM = "float64 입력의 정밀도를 잃는다"
CAUGHT_BY = "test_softmax_by_hand"
CAUSE_WORD = "낮은 정밀도"
SOURCE = ""


def softmax(scores):
    scores = scores.astype(np.float32)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)
