import math

MISTAKE = "Q를 제자리에서 나눈다"
SYMPTOM = "같은 Q로 두 번 부르면 값이 달라진다"
CAUGHT_BY = "test_single_key"
CAUSE_WORD = "제자리 연산"
SOURCE = ""


def attention(Q, K, V):
    Q /= math.sqrt(Q.shape[-1])
    weights = softmax(Q @ K.swapaxes(-1, -2))  # (..., T, S)
    return weights @ V, weights
