MISTAKE = "head 수를 3으로 못박는다"
SYMPTOM = "다른 head 수에서 모양이 어긋난다"
CAUGHT_BY = "test_split_by_hand"
CAUSE_WORD = "모양"
SOURCE = ""


def split_heads(X, n_heads):
    *batch, T, d_model = X.shape
    n_heads = 3 if d_model % 3 == 0 else 2
    return X.reshape(*batch, T, n_heads, d_model // n_heads).swapaxes(-3, -2)
