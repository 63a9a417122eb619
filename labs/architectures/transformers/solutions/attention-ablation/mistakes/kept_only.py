import numpy as np

MISTAKE = "지울 key만 남기고 나머지를 지운다"
SYMPTOM = "제거가 아니라 그 key 하나만 본 출력을 잰다"
CAUGHT_BY = "test_without_by_hand"
CAUSE_WORD = "mask를 뒤집는다"
SOURCE = ""


def without_each_key(weights):
    only = np.where(np.eye(weights.shape[-1], dtype=bool), weights[..., None, :], 0)
    total = only.sum(axis=-1, keepdims=True)
    return only / np.where(total == 0, 1, total)
