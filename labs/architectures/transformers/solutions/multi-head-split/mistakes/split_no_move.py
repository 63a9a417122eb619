MISTAKE = "나눈 뒤 head 축을 옮기지 않는다"
SYMPTOM = "같은 위치의 head끼리 attention을 한다"
CAUGHT_BY = "test_split_by_hand"
CAUSE_WORD = "길이 뒤에 남았으니"
SOURCE = ""


def split_heads(X, n_heads):
    *batch, T, d_model = X.shape
    return X.reshape(*batch, T, n_heads, d_model // n_heads)  # (..., T, H, Dh)
