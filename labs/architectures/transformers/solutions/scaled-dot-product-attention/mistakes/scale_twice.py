import math

MISTAKE = "√D로 두 번 나눈다"
SYMPTOM = "가중치가 고르게 퍼져 key를 가려내지 못한다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "두 번"
SOURCE = ""


def attention(Q, K, V):
    root = math.sqrt(Q.shape[-1])
    scores = (Q / root) @ K.swapaxes(-1, -2) / root  # (..., T, S)
    weights = softmax(scores)  # (..., T, S)
    return weights @ V, weights
