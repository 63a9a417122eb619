import numpy as np

MISTAKE = "경계를 하나 넘겨 PAD 하나를 더한다"
SYMPTOM = "문장마다 PAD 하나가 섞인다"
CAUGHT_BY = "test_masked_mean"
CAUSE_WORD = "하나 더 넣은"
SOURCE = ""


def masked_mean(X, lengths):
    counts = np.minimum(lengths + 1, X.shape[-2])  # (B,)
    return np.array([x[:n].mean(axis=0) for x, n in zip(X, counts)])  # (B, D)
