import numpy as np

MISTAKE = "더하기만 한다"
SYMPTOM = "긴 문장일수록 크다"
CAUGHT_BY = "test_mean_by_hand"
CAUSE_WORD = "나누지 않은"
SOURCE = ""


def masked_mean(X, real):
    return np.where(real[..., None], X, 0).sum(axis=1)
