MISTAKE = "기울기로 나눈다"
SYMPTOM = "완만해야 할 head가 가장 가파르다"
CAUGHT_BY = "test_alibi_by_hand"
CAUSE_WORD = "기울기로 나눈"
SOURCE = ""


def alibi_bias(query, key, slopes):
    ahead = query[:, None] - key
    return -np.abs(ahead) / slopes[:, None, None]
