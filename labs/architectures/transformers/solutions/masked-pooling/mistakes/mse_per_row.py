import numpy as np

MISTAKE = "문장마다 평균한 뒤 다시 평균한다"
SYMPTOM = "짧은 문장의 token이 더 무겁다"
CAUGHT_BY = "test_mse_by_hand"
CAUSE_WORD = "문장마다"
SOURCE = ""


def masked_mse(prediction, target, counted):
    squares = np.where(counted, prediction - target, 0) ** 2
    return np.mean(squares.sum(axis=1) / np.maximum(counted.sum(axis=1), 1))
