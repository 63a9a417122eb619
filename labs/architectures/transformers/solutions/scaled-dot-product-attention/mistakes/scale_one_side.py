import math

MISTAKE = "Q와 K를 저마다 √D로 나눈다"
SYMPTOM = "점수가 √D배 작아 가중치가 고르게 퍼진다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "두 번"
SOURCE = ""


def attention(Q, K, V):
    root = math.sqrt(Q.shape[-1])
    weights = softmax((Q / root) @ (K / root).swapaxes(-1, -2))  # (..., T, S)
    return weights @ V, weights
