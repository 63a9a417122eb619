import numpy as np

MISTAKE = "남은 합을 줄이 아니라 열을 따라 구한다"
SYMPTOM = "줄의 합이 1이 아니다"
CAUGHT_BY = "test_without_by_hand"
CAUSE_WORD = "열을 따라"
SOURCE = ""


def without_each_key(weights):
    kept = np.where(np.eye(weights.shape[-1], dtype=bool), 0, weights[..., None, :])
    total = kept.sum(axis=-2, keepdims=True)
    return kept / np.where(total == 0, 1, total)
