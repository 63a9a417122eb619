import numpy as np

MISTAKE = "움직인 성분을 더하지 않고 평균한다"
SYMPTOM = "value의 폭이 클수록 작게 나온다"
CAUGHT_BY = "test_ablation_by_hand"
CAUSE_WORD = "성분을 평균했으니"
SOURCE = ""


def ablation(weights, V):
    moved = without_each_key(weights) @ V[..., None, :, :] - (weights @ V)[..., None, :]
    return np.sqrt((moved**2).mean(axis=-1))
