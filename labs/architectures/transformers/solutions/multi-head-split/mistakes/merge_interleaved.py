import numpy as np

MISTAKE = "열을 head마다 번갈아 놓는다"
SYMPTOM = "Wo가 엉뚱한 열에 곱해진다"
CAUGHT_BY = "test_merge_by_hand"
CAUSE_WORD = "번갈아"
SOURCE = ""


def merge_heads(X):
    X = np.moveaxis(X, -3, -1)  # (..., T, Dh, H)
    return X.reshape(*X.shape[:-2], -1)
