MISTAKE = "가중치에 곱할 것을 점수에 더한다"
SYMPTOM = "먼 key가 조금밖에 줄지 않는다"
CAUGHT_BY = "test_alibi_by_hand"
CAUSE_WORD = "exp를"
SOURCE = ""


def alibi_bias(query, key, slopes):
    ahead = query[:, None] - key
    return np.exp(-slopes[:, None, None] * np.abs(ahead))
