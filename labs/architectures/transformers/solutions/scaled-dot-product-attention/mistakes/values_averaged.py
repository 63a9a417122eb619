import math

MISTAKE = "가중합을 다시 key 수로 나눈다"
SYMPTOM = "key가 많을수록 output이 0에 가까워진다"
CAUGHT_BY = "test_equal_scores"
CAUSE_WORD = "평균을 낸"
SOURCE = ""


def attention(Q, K, V):
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., T, S)
    return weights @ V / K.shape[-2], weights
