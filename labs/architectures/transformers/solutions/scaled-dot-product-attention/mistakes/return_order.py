import math

MISTAKE = "weights, output 순서로 돌려준다"
SYMPTOM = "뒤를 잇는 code가 가중치를 output으로 쓴다"
CAUGHT_BY = "test_single_key"
CAUSE_WORD = "순서"
SOURCE = ""


def attention(Q, K, V):
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., T, S)
    return weights, weights @ V
