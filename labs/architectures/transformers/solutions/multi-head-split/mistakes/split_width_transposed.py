import numpy as np

MISTAKE = "head 축을 옮기면서 길이와 폭까지 바꾼다"
SYMPTOM = "모양이 (..., H, Dh, T)가 된다"
CAUGHT_BY = "test_split_by_hand"
CAUSE_WORD = "길이와 폭까지"
SOURCE = ""


def split_heads(X, n_heads):
    *batch, T, d_model = X.shape
    X = X.reshape(*batch, T, n_heads, d_model // n_heads)  # (..., T, H, Dh)
    return np.moveaxis(X, -3, -1)  # (..., H, Dh, T)
