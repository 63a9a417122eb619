MISTAKE = "메모리 순서를 믿고 펼친다"
SYMPTOM = "전치해 얻은 입력에서 값이 뒤섞인다"
CAUGHT_BY = "test_memory_layout"
CAUSE_WORD = "메모리 순서"
SOURCE = ""


def split_heads(X, n_heads):
    *batch, T, d_model = X.shape
    X = X.ravel(order="K").reshape(*batch, T, n_heads, d_model // n_heads)  # (..., T, H, Dh)
    return X.swapaxes(-3, -2)  # (..., H, T, Dh)
