MISTAKE = "마지막 자리만 본다"
SYMPTOM = "PAD가 있으면 PAD의 출력을 읽는다"
CAUGHT_BY = "test_mean_by_hand"
CAUSE_WORD = "마지막 자리"
SOURCE = ""


def masked_mean(X, real):
    return X[:, -1]
