import math

MISTAKE = "T = S일 때 가중치를 전치해서 V에 곱한다"
SYMPTOM = "output이 value의 볼록 결합이 아니다"
CAUGHT_BY = "test_square"
CAUSE_WORD = "가중치를 전치해서"
SOURCE = ""


def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    weights = softmax(scores)  # (..., T, S)
    mix = weights.swapaxes(-1, -2) if weights.shape[-1] == weights.shape[-2] else weights
    return mix @ V, weights
