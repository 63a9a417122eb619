MISTAKE = "ALiBi의 부호를 뒤집는다"
SYMPTOM = "먼 key를 더 본다"
CAUGHT_BY = "test_alibi_by_hand"
CAUSE_WORD = "부호가 뒤집힌"
SOURCE = "attention-gym 86"


def alibi_bias(query, key, slopes):
    ahead = query[:, None] - key
    return slopes[:, None, None] * np.abs(ahead)
