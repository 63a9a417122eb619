import numpy as np

MISTAKE = "PAD까지 더하고 실제 token 수로 나눈다"
SYMPTOM = "PAD가 많을수록 벡터가 커진다"
CAUGHT_BY = "test_masked_mean"
CAUSE_WORD = "PAD까지 더해"
SOURCE = "Molecule-Generator 20"


def masked_mean(X, lengths):
    return X.sum(axis=-2) / np.maximum(lengths, 1)[:, None]  # (B, D)
