MISTAKE = "반대 방향의 차를 더한다"
SYMPTOM = "과거의 먼 key를 더 본다"
CAUGHT_BY = "test_alibi_by_hand"
CAUSE_WORD = "방향이 반대"
SOURCE = ""


def alibi_bias(query, key, slopes):
    ahead = query[:, None] - key
    return slopes[:, None, None] * ahead
