import numpy as np

MISTAKE = "입력의 PAD를 지운다"
SYMPTOM = "호출한 쪽의 값이 바뀐다"
CAUGHT_BY = "test_mean_by_hand"
CAUSE_WORD = "호출 뒤에"
SOURCE = ""


def masked_mean(X, real):
    X[~real] = 0
    return X.sum(axis=1) / np.maximum(real.sum(axis=1), 1)[:, None]
