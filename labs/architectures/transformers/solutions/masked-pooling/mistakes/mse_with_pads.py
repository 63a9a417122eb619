import numpy as np

MISTAKE = "모든 자리를 평균한다"
SYMPTOM = "PAD를 맞히는 데 손실을 쓴다"
CAUGHT_BY = "test_mse_by_hand"
CAUSE_WORD = "모든 자리"
SOURCE = "Molecule-Generator 20"


def masked_mse(prediction, target, counted):
    return np.mean((prediction - target) ** 2)
