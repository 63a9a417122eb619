import numpy as np

MISTAKE = "지운 뒤 남은 가중치를 다시 나누지 않는다"
SYMPTOM = "출력이 통째로 작아져 가중치가 큰 key가 모두 중요해 보인다"
CAUGHT_BY = "test_without_by_hand"
CAUSE_WORD = "다시 나누지 않았으니"
SOURCE = ""


def without_each_key(weights):
    return np.where(np.eye(weights.shape[-1], dtype=bool), 0, weights[..., None, :])
