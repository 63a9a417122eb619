MISTAKE = "query와 key의 축을 바꾼다"
SYMPTOM = "길이가 같으면 절댓값 덕에 맞는다"
CAUGHT_BY = "test_alibi"
CAUSE_WORD = "축이 뒤바뀐"
SOURCE = ""


def alibi_bias(query, key, slopes):
    ahead = query[:, None] - key
    return -slopes[:, None, None] * np.abs(ahead).T
