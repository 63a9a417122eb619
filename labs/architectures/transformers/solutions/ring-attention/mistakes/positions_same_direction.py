import numpy as np

MISTAKE = "뒤 절반도 앞에서부터 나눈다"
SYMPTOM = "마지막 rank가 두 번 다 무거운 조각을 갖는다"
CAUGHT_BY = "test_positions"
CAUSE_WORD = "뒤 절반"
SOURCE = ""


def balanced_positions(T, world):
    pieces = np.split(np.arange(T), 2 * world)
    return [np.concatenate([pieces[r], pieces[r + world]]) for r in range(world)]
