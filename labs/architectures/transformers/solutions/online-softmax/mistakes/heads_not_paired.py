MISTAKE = "head를 펼치지 않는다"
SYMPTOM = "head 하나일 때만 broadcast로 맞는다"
CAUGHT_BY = "test_pair_heads"
CAUSE_WORD = "펼치지 않은"
SOURCE = ""


def pair_heads(X, n_heads):
    return X
