MISTAKE = "모든 head에 첫 기울기를 쓴다"
SYMPTOM = "head가 모두 같은 거리를 본다"
CAUGHT_BY = "test_alibi"
CAUSE_WORD = "첫 기울기"
SOURCE = ""


def alibi_bias(query, key, slopes):
    ahead = query[:, None] - key
    return -np.full(len(slopes), slopes[0])[:, None, None] * np.abs(ahead)
