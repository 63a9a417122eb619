import numpy as np

MISTAKE = "실제 token이 없는 행이 -inf다"
SYMPTOM = "손실이 무한대가 된다"
CAUGHT_BY = "test_nothing_real"
CAUSE_WORD = "-inf"
SOURCE = ""


def masked_max(X, real):
    return np.where(real[..., None], X, -np.inf).max(axis=1)
