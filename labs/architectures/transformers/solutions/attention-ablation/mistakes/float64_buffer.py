import numpy as np

MISTAKE = "결과를 담을 array의 dtype을 정하지 않는다"
SYMPTOM = "float32를 넣어도 float64가 나온다"
CAUGHT_BY = "test_float32_and_views"
CAUSE_WORD = "dtype"
SOURCE = ""


def without_each_key(weights):
    S = weights.shape[-1]
    kept = np.zeros((*weights.shape, S))
    kept[...] = np.where(np.eye(S, dtype=bool), 0, weights[..., None, :])
    total = kept.sum(axis=-1, keepdims=True)
    return kept / np.where(total == 0, 1, total)
