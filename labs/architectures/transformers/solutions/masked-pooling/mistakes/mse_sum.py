import numpy as np

MISTAKE = "더하기만 한다"
SYMPTOM = "batch가 클수록 손실이 크다"
CAUGHT_BY = "test_mse_by_hand"
CAUSE_WORD = "나누지 않은"
SOURCE = ""


def masked_mse(prediction, target, counted):
    return (np.where(counted, prediction - target, 0) ** 2).sum()
