import numpy as np

MISTAKE = "앞에서 length개를 실제 token으로 본다"
SYMPTOM = "가운데가 빠진 시계열에서 PAD를 센다"
CAUGHT_BY = "test_mean_with_gaps"
CAUSE_WORD = "앞에서부터"
SOURCE = ""


def masked_mean(X, real):
    n = real.sum(axis=1)
    real = np.arange(X.shape[1]) < n[:, None]
    return np.where(real[..., None], X, 0).sum(axis=1) / np.maximum(n, 1)[:, None]
