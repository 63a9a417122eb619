import numpy as np

MISTAKE = "-100을 가장 작은 수로 쓴다"
SYMPTOM = "값이 -100보다 작으면 PAD가 이긴다"
CAUGHT_BY = "test_max_of_small_values"
CAUSE_WORD = "채운 수"
SOURCE = ""


def masked_max(X, real):
    return np.where(real.any(axis=1)[:, None], np.where(real[..., None], X, -100).max(axis=1), 0)
