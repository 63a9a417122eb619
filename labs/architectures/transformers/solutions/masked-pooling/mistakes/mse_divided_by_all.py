import numpy as np

MISTAKE = "센 자리만 더하고 전체 수로 나눈다"
SYMPTOM = "PAD가 많은 batch의 손실이 작아진다"
CAUGHT_BY = "test_mse_by_hand"
CAUSE_WORD = "전체 수로"
SOURCE = "Molecule-Generator 20"


def masked_mse(prediction, target, counted):
    return np.mean(np.where(counted, prediction - target, 0) ** 2)
