import numpy as np

MISTAKE = "0으로 나누지 않으려고 합에 작은 수를 더한다"
SYMPTOM = "남은 합이 작을수록 크게 틀리고, 줄의 합이 1이 아니다"
CAUGHT_BY = "test_without_by_hand"
CAUSE_WORD = "차이가 작으니"
SOURCE = ""


def without_each_key(weights):
    kept = np.where(np.eye(weights.shape[-1], dtype=bool), 0, weights[..., None, :])
    return kept / (kept.sum(axis=-1, keepdims=True) + 1e-6)
