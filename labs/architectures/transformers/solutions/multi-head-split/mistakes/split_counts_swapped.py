MISTAKE = "head 수와 head의 폭을 바꿔 쓴다"
SYMPTOM = "H = Dh인 모형에서만 맞다"
CAUGHT_BY = "test_split_by_hand"
CAUSE_WORD = "head 수와 head의 폭"
SOURCE = ""


def split_heads(X, n_heads):
    *batch, T, d_model = X.shape
    X = X.reshape(*batch, T, d_model // n_heads, n_heads)  # (..., T, Dh, H)
    return X.swapaxes(-3, -2)
