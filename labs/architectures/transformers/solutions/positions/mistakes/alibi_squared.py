MISTAKE = "거리의 제곱을 쓴다"
SYMPTOM = "먼 key가 지나치게 빨리 사라진다"
CAUGHT_BY = "test_alibi_by_hand"
CAUSE_WORD = "거리의 제곱"
SOURCE = ""


def alibi_bias(query, key, slopes):
    ahead = query[:, None] - key
    return -slopes[:, None, None] * ahead**2
