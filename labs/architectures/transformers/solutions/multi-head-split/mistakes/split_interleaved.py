import numpy as np

MISTAKE = "열을 건너뛰며 head에 나눠 준다"
SYMPTOM = "다른 구현의 가중치를 옮기면 값이 어긋난다"
CAUGHT_BY = "test_split_by_hand"
CAUSE_WORD = "건너뛰며"
SOURCE = ""


def split_heads(X, n_heads):
    *batch, T, d_model = X.shape
    X = X.reshape(*batch, T, d_model // n_heads, n_heads)  # (..., T, Dh, H)
    return np.moveaxis(X, -1, -3)  # (..., H, T, Dh)
