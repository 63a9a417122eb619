import numpy as np

MISTAKE = "움직인 성분의 절댓값을 더한다"
SYMPTOM = "축을 돌리면 값이 달라진다"
CAUGHT_BY = "test_ablation"
CAUSE_WORD = "절댓값을 더했으니"
SOURCE = ""


def ablation(weights, V):
    moved = without_each_key(weights) @ V[..., None, :, :] - (weights @ V)[..., None, :]
    return np.abs(moved).sum(axis=-1)
