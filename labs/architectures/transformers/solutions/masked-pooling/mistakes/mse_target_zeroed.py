import numpy as np

MISTAKE = "목표만 0으로 지운다"
SYMPTOM = "PAD에서 예측을 0으로 끌어당긴다"
CAUGHT_BY = "test_mse_by_hand"
CAUSE_WORD = "목표만 0"
SOURCE = ""


def masked_mse(prediction, target, counted):
    return np.asarray(((prediction - np.where(counted, target, 0)) ** 2).sum() / max(counted.sum(), 1))
