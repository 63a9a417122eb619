import math

MISTAKE = "폭 D가 아니라 key 수 S의 제곱근으로 나눈다"
SYMPTOM = "문장이 길수록 가중치가 고르게 퍼진다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "key 수 S의 제곱근"
SOURCE = ""


def attention(Q, K, V):
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(K.shape[-2]))  # (..., T, S)
    return weights @ V, weights
