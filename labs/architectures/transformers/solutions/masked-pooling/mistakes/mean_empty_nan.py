import numpy as np

MISTAKE = "실제 token이 없으면 0으로 나눈다"
SYMPTOM = "NaN이 gradient까지 퍼진다"
CAUGHT_BY = "test_nothing_real"
CAUSE_WORD = "0으로 나눈"
SOURCE = ""


def masked_mean(X, real):
    return np.where(real[..., None], X, 0).sum(axis=1) / real.sum(axis=1)[:, None]
