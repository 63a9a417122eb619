MISTAKE = "X.shape에 새 모양을 대입한다"
SYMPTOM = "부른 쪽의 X까지 모양이 바뀐다"
CAUGHT_BY = "test_split_by_hand"
CAUSE_WORD = "제자리 연산"
SOURCE = ""


def split_heads(X, n_heads):
    *batch, T, d_model = X.shape
    X.shape = (*batch, T, n_heads, d_model // n_heads)
    return X.swapaxes(-3, -2)  # (..., H, T, Dh)
