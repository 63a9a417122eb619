import numpy as np

MISTAKE = "가장 긴 문장의 길이로 나눈다"
SYMPTOM = "짧은 문장만 작아진다"
CAUGHT_BY = "test_mean_by_hand"
CAUSE_WORD = "가장 긴"
SOURCE = ""


def masked_mean(X, real):
    return np.where(real[..., None], X, 0).sum(axis=1) / real.sum(axis=1).max()
