import math

MISTAKE = "점수가 아니라 가중치를 √D로 나눈다"
SYMPTOM = "가중치의 합이 1/√D이고 output이 줄어든다"
CAUGHT_BY = "test_single_key"
CAUSE_WORD = "합이 1이 아니니"
SOURCE = ""


def attention(Q, K, V):
    weights = softmax(Q @ K.swapaxes(-1, -2)) / math.sqrt(Q.shape[-1])  # (..., T, S)
    return weights @ V, weights
