import numpy as np

MISTAKE = "head 축을 batch보다도 앞으로 보낸다"
SYMPTOM = "batch가 하나일 때만 맞다"
CAUGHT_BY = "test_split_batch"
CAUSE_WORD = "batch보다 앞에"
SOURCE = ""


def split_heads(X, n_heads):
    return np.stack(np.split(X, n_heads, axis=-1), axis=0)  # (H, ..., T, Dh)
