import numpy as np

MISTAKE = "받은 가중치를 제자리에서 지운다"
SYMPTOM = "부른 쪽의 가중치가 모두 0이 된다"
CAUGHT_BY = "test_without_by_hand"
CAUSE_WORD = "제자리"
SOURCE = ""


def without_each_key(weights):
    rows = []
    for s in range(weights.shape[-1]):
        kept = weights
        kept[..., s] = 0
        total = kept.sum(axis=-1, keepdims=True)
        rows.append(kept / np.where(total == 0, 1, total))
    return np.stack(rows, axis=-2)
