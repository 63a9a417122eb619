import numpy as np

MISTAKE = "head의 순서를 뒤집는다"
SYMPTOM = "head 0이 마지막 Dh개 열을 맡는다"
CAUGHT_BY = "test_split_by_hand"
CAUSE_WORD = "순서가 뒤집혔으니"
SOURCE = ""


def split_heads(X, n_heads):
    return np.stack(np.split(X, n_heads, axis=-1)[::-1], axis=-3)  # (..., H, T, Dh)
