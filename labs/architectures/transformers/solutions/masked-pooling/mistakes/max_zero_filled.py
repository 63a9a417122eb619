import numpy as np

MISTAKE = "PAD를 0으로 채우고 최댓값을 고른다"
SYMPTOM = "특징이 모두 음수이면 0이 나온다"
CAUGHT_BY = "test_max"
CAUSE_WORD = "0으로 채운"
SOURCE = ""


def masked_max(X, real):
    return np.where(real[..., None], X, 0).max(axis=1)
