import numpy as np

MISTAKE = "지운 몫을 남은 key에 똑같이 나눠 더한다"
SYMPTOM = "합은 1이지만 가려진 key까지 몫을 받는다"
CAUGHT_BY = "test_without_by_hand"
CAUSE_WORD = "똑같이 나눠"
SOURCE = ""


def without_each_key(weights):
    S = weights.shape[-1]
    shared = weights[..., None, :] + weights[..., None] / max(S - 1, 1)
    return np.where(np.eye(S, dtype=bool), 0, shared)
