MISTAKE = "전치 없이 reshape로 head를 나눈다"
SYMPTOM = "모양은 맞지만 서로 다른 위치가 한 head에 섞인다"
CAUGHT_BY = "test_split_by_hand"
CAUSE_WORD = "서로 다른 위치"
SOURCE = "FuxiCTR 30"


def split_heads(X, n_heads):
    *batch, T, d_model = X.shape
    return X.reshape(*batch, n_heads, T, d_model // n_heads)  # (..., H, T, Dh)
