MISTAKE = "거리의 절댓값을 취하지 않는다"
SYMPTOM = "causal mask가 없으면 미래의 key를 더 본다"
CAUGHT_BY = "test_alibi_by_hand"
CAUSE_WORD = "절댓값을"
SOURCE = ""


def alibi_bias(query, key, slopes):
    ahead = query[:, None] - key
    return -slopes[:, None, None] * ahead
