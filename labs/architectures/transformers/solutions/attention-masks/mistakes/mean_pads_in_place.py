import numpy as np

MISTAKE = "PAD 행을 제자리에서 0으로 지운다"
SYMPTOM = "부른 쪽의 X가 바뀌어 있다"
CAUGHT_BY = "test_masked_mean"
CAUSE_WORD = "제자리 연산"
SOURCE = ""


def masked_mean(X, lengths):
    real = padding_mask(lengths, X.shape[-2]).swapaxes(-1, -2)  # (B, T, 1)
    X *= real
    return X.sum(axis=-2) / np.maximum(lengths, 1)[:, None]  # (B, D)
