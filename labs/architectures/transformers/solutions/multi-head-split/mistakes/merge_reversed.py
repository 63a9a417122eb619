import numpy as np

MISTAKE = "head를 뒤집힌 순서로 이어 붙인다"
SYMPTOM = "Wo가 엉뚱한 head에 곱해진다"
CAUGHT_BY = "test_merge_by_hand"
CAUSE_WORD = "순서가 뒤집혔으니"
SOURCE = ""


def merge_heads(X):
    return np.concatenate([X[..., h, :, :] for h in range(X.shape[-3])][::-1], axis=-1)
