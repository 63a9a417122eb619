import math

MISTAKE = "√len(Q)로 나눈다: len은 첫 축의 길이다"
SYMPTOM = "query 수가 폭과 같을 때만 맞다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "√D로 나누지 않은"
SOURCE = ""


def attention(Q, K, V):
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(len(Q)))  # (..., T, S)
    return weights @ V, weights
