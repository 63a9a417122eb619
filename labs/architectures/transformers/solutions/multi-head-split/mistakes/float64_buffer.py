import numpy as np

MISTAKE = "head를 모을 array를 dtype 없이 만든다"
SYMPTOM = "np.zeros의 기본 dtype은 float64다"
CAUGHT_BY = "test_float32"
CAUSE_WORD = "dtype"
SOURCE = ""


def merge_heads(X):
    *batch, n_heads, T, width = X.shape
    merged = np.zeros((*batch, T, n_heads * width))
    for h in range(n_heads):
        merged[..., h * width : (h + 1) * width] = X[..., h, :, :]
    return merged
