import numpy as np

MISTAKE = "head를 길이 방향으로 이어 붙인다"
SYMPTOM = "token이 H배가 된다"
CAUGHT_BY = "test_merge_by_hand"
CAUSE_WORD = "길이 방향"
SOURCE = ""


def merge_heads(X):
    return np.concatenate(np.split(X, X.shape[-3], axis=-3), axis=-2)[..., 0, :, :]  # (..., H*T, Dh)
