import math

MISTAKE = "V 대신 K를 섞는다"
SYMPTOM = "value의 정보가 output에 없다"
CAUGHT_BY = "test_single_key"
CAUSE_WORD = "V 대신 K"
SOURCE = ""


def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    weights = softmax(scores)  # (..., T, S)
    return weights @ K, weights
