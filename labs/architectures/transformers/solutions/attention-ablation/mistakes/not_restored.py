import numpy as np

MISTAKE = "앞에서 지운 key를 되살리지 않고 다음 key를 지운다"
SYMPTOM = "뒤의 key일수록 여러 개를 지운 효과가 쌓인다"
CAUGHT_BY = "test_without_by_hand"
CAUSE_WORD = "되살아나지 않았으니"
SOURCE = ""


def without_each_key(weights):
    remaining, rows = weights.copy(), []
    for s in range(weights.shape[-1]):
        remaining[..., s] = 0
        total = remaining.sum(axis=-1, keepdims=True)
        rows.append(remaining / np.where(total == 0, 1, total))
    return np.stack(rows, axis=-2)
