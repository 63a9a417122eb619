import numpy as np

MISTAKE = "크기가 가장 큰 token 하나를 고른다"
SYMPTOM = "특징마다의 최댓값이 아니다"
CAUGHT_BY = "test_max"
CAUSE_WORD = "특징마다"
SOURCE = ""


def masked_max(X, real):
    best = np.where(real, X.sum(axis=-1), -np.inf).argmax(axis=1)
    return X[np.arange(len(X)), best]
