import numpy as np

MISTAKE = "남은 합 대신 1 - w로 나눈다"
SYMPTOM = "볼 key가 없는 줄과 key 하나가 모두를 가진 줄에서 0으로 나눈다"
CAUGHT_BY = "test_hidden_keys"
CAUSE_WORD = "남은 합이 0인 줄"
SOURCE = ""


def without_each_key(weights):
    kept = np.where(np.eye(weights.shape[-1], dtype=bool), 0, weights[..., None, :])
    return kept / (1 - weights[..., None])
