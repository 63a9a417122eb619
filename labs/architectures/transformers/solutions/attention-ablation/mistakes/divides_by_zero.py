import numpy as np

MISTAKE = "남은 합이 0인 줄에서도 그대로 나눈다"
SYMPTOM = "key가 하나뿐이거나 볼 key가 없는 줄이 NaN이 된다"
CAUGHT_BY = "test_hidden_keys"
CAUSE_WORD = "남은 합이 0인 줄"
SOURCE = "pytorch 41508"


def without_each_key(weights):
    kept = np.where(np.eye(weights.shape[-1], dtype=bool), 0, weights[..., None, :])
    return kept / kept.sum(axis=-1, keepdims=True)
