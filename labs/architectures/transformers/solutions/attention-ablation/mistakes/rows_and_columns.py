import numpy as np

MISTAKE = "줄과 열을 바꾸어 돌려준다"
SYMPTOM = "합이 1인 것은 열이고, 줄 s에서 지워진 것은 key s가 아니다"
CAUGHT_BY = "test_without_by_hand"
CAUSE_WORD = "줄과 열이 뒤바뀌었으니"
SOURCE = ""


def without_each_key(weights):
    kept = np.where(np.eye(weights.shape[-1], dtype=bool), 0, weights[..., None, :])
    total = kept.sum(axis=-1, keepdims=True)
    return (kept / np.where(total == 0, 1, total)).swapaxes(-1, -2)
