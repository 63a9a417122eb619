import math

MISTAKE = "T = S일 때 점수를 전치된 채로 쓴다"
SYMPTOM = "누가 누구를 보는지가 뒤바뀐다"
CAUGHT_BY = "test_square"
CAUSE_WORD = "Q와 K가 뒤바뀐"
SOURCE = ""


def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    if scores.shape[-1] == scores.shape[-2]:
        scores = scores.swapaxes(-1, -2)
    weights = softmax(scores)
    return weights @ V, weights
