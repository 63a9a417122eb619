import numpy as np

MISTAKE = "제곱근을 취한다"
SYMPTOM = "센 자리가 없을 때 gradient가 무한대다"
CAUGHT_BY = "test_mse_by_hand"
CAUSE_WORD = "제곱근"
SOURCE = ""


def masked_mse(prediction, target, counted):
    return np.sqrt(((prediction - target)[counted] ** 2).mean())
