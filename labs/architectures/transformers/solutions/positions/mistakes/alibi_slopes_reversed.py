MISTAKE = "기울기의 순서를 뒤집는다"
SYMPTOM = "남의 가중치와 head가 어긋난다"
CAUGHT_BY = "test_alibi"
CAUSE_WORD = "기울기의 순서"
SOURCE = ""


def alibi_bias(query, key, slopes):
    ahead = query[:, None] - key
    return -slopes[::-1, None, None] * np.abs(ahead)
