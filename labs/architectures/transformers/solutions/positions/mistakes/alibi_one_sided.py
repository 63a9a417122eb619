MISTAKE = "한쪽 거리를 0으로 자른다"
SYMPTOM = "미래의 key가 모두 바로 옆으로 보인다"
CAUGHT_BY = "test_alibi_by_hand"
CAUSE_WORD = "한쪽 거리를"
SOURCE = ""


def alibi_bias(query, key, slopes):
    ahead = query[:, None] - key
    return -slopes[:, None, None] * np.maximum(ahead, 0)
