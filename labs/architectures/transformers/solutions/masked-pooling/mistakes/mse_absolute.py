import numpy as np

MISTAKE = "제곱하지 않는다"
SYMPTOM = "큰 오차를 가볍게 본다"
CAUGHT_BY = "test_mse_by_hand"
CAUSE_WORD = "절댓값"
SOURCE = ""


def masked_mse(prediction, target, counted):
    return np.abs(prediction - target)[counted].mean()
