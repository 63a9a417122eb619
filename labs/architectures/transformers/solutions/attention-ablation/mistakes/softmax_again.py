import numpy as np

MISTAKE = "남은 가중치에 softmax를 다시 건다"
SYMPTOM = "지운 key도 exp(0) = 1의 몫을 받는다"
CAUGHT_BY = "test_without_by_hand"
CAUSE_WORD = "softmax를 다시"
SOURCE = ""


def without_each_key(weights):
    kept = np.exp(np.where(np.eye(weights.shape[-1], dtype=bool), 0, weights[..., None, :]))
    return kept / kept.sum(axis=-1, keepdims=True)
