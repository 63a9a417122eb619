MISTAKE = "축을 옮기면서 batch와 길이를 바꾼다"
SYMPTOM = "B = T이면 모양으로 드러나지 않는다"
CAUGHT_BY = "test_merge_by_hand"
CAUSE_WORD = "앞쪽 축"
SOURCE = ""


def merge_heads(X):
    B, n_heads, T, width = X.shape
    return X.transpose(2, 0, 1, 3).reshape(B, T, n_heads * width)
