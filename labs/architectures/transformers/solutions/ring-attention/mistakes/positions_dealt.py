import numpy as np

MISTAKE = "한 token씩 번갈아 나눈다"
SYMPTOM = "조각이 이어지지 않아 부탁한 나눔이 아니다"
CAUGHT_BY = "test_positions"
CAUSE_WORD = "번갈아"
SOURCE = ""


def balanced_positions(T, world):
    return [np.arange(r, T, world) for r in range(world)]
