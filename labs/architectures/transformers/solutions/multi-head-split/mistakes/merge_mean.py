MISTAKE = "head를 이어 붙이지 않고 평균한다"
SYMPTOM = "폭이 Dh로 줄어든다"
CAUGHT_BY = "test_merge_by_hand"
CAUSE_WORD = "평균한"
SOURCE = ""


def merge_heads(X):
    return X.mean(axis=-3)  # (..., T, Dh)
