import math

MISTAKE = "output까지 √D로 나눈다"
SYMPTOM = "output의 크기가 줄어든다"
CAUGHT_BY = "test_single_key"
CAUSE_WORD = "output에도"
SOURCE = ""


def attention(Q, K, V):
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., T, S)
    return weights @ V / math.sqrt(Q.shape[-1]), weights
