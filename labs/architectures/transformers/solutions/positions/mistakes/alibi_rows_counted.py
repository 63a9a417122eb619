MISTAKE = "위치 대신 번호로 잰다"
SYMPTOM = "cache를 쓰거나 시각을 넣을 때 틀린다"
CAUGHT_BY = "test_alibi"
CAUSE_WORD = "번호로 잰"
SOURCE = ""


def alibi_bias(query, key, slopes):
    ahead = query[:, None] - key
    return -slopes[:, None, None] * np.abs(np.arange(len(query))[:, None] - np.arange(len(key)))
