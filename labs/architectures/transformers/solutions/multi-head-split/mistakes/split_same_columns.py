import numpy as np

MISTAKE = "모든 head에 첫 Dh개 열을 준다"
SYMPTOM = "head가 모두 같은 일을 한다"
CAUGHT_BY = "test_split_by_hand"
CAUSE_WORD = "같은 열"
SOURCE = ""


def split_heads(X, n_heads):
    width = X.shape[-1] // n_heads
    return np.stack([X[..., :width]] * n_heads, axis=-3)  # (..., H, T, Dh)
