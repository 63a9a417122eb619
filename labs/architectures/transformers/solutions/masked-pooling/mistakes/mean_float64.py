import numpy as np

MISTAKE = "float32가 float64로 바뀐다"
SYMPTOM = "메모리가 두 배이고 다음 층과 dtype이 다르다"
CAUGHT_BY = "test_float32"
CAUSE_WORD = "dtype"
SOURCE = ""


def masked_mean(X, real):
    return np.where(real[..., None], X, 0).sum(axis=1) / np.maximum(real.sum(axis=1), 1)[:, None]
