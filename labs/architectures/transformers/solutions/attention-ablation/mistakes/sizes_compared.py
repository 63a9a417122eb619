import numpy as np

MISTAKE = "출력의 크기끼리만 견준다"
SYMPTOM = "방향이 바뀐 것을 보지 못한다"
CAUGHT_BY = "test_ablation_by_hand"
CAUSE_WORD = "크기만 견주었으니"
SOURCE = ""


def ablation(weights, V):
    after = np.linalg.norm(without_each_key(weights) @ V[..., None, :, :], axis=-1)
    return np.abs(after - np.linalg.norm(weights @ V, axis=-1)[..., None])
