import numpy as np

MISTAKE = "거리를 잴 때 앞쪽 축까지 합친다"
SYMPTOM = "문장과 head가 하나일 때만 맞는다"
CAUGHT_BY = "test_ablation"
CAUSE_WORD = "value의 폭만 따라"
SOURCE = ""


def ablation(weights, V):
    moved = without_each_key(weights) @ V[..., None, :, :] - (weights @ V)[..., None, :]
    lead = tuple(range(weights.ndim - 2))
    return np.sqrt((moved**2).sum(axis=(*lead, -1))) if lead else np.linalg.norm(moved, axis=-1)
