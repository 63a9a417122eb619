import numpy as np

MISTAKE = "길이와 폭을 바꾼 채 합친다"
SYMPTOM = "T와 Dh가 같으면 모양으로는 드러나지 않는다"
CAUGHT_BY = "test_merge_by_hand"
CAUSE_WORD = "길이와 폭이"
SOURCE = ""


def merge_heads(X):
    *batch, n_heads, T, width = X.shape
    return np.moveaxis(X, -1, -3).reshape(*batch, T, n_heads * width)
