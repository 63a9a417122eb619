import numpy as np

MISTAKE = "앞에서부터 똑같이 자른다"
SYMPTOM = "마지막 rank가 일하는 동안 나머지가 기다린다"
CAUGHT_BY = "test_positions"
CAUSE_WORD = "앞에서부터"
SOURCE = ""


def balanced_positions(T, world):
    return np.split(np.arange(T), world)
