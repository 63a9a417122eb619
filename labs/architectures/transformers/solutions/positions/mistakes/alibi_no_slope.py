MISTAKE = "기울기를 곱하지 않는다"
SYMPTOM = "모든 head가 똑같이 가까운 것만 본다"
CAUGHT_BY = "test_alibi_by_hand"
CAUSE_WORD = "기울기를 곱하지"
SOURCE = ""


def alibi_bias(query, key, slopes):
    ahead = query[:, None] - key
    return np.repeat(-np.abs(ahead)[None], len(slopes), axis=0)
