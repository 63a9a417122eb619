import numpy as np

MISTAKE = "mask를 거꾸로 쓴다"
SYMPTOM = "PAD만 평균한다"
CAUGHT_BY = "test_mean_by_hand"
CAUSE_WORD = "거꾸로"
SOURCE = ""


def masked_mean(X, real):
    total = np.where(real[..., None], 0, X).sum(axis=1)
    return total / np.maximum((~real).sum(axis=1), 1)[:, None]
