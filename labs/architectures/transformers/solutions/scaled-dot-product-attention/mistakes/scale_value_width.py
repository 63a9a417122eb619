import math

MISTAKE = "query의 폭이 아니라 value의 폭으로 나눈다"
SYMPTOM = "D와 Dv가 같은 동안에는 드러나지 않는다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "V의 폭 Dv의 제곱근"
SOURCE = ""


def attention(Q, K, V):
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(V.shape[-1]))  # (..., T, S)
    return weights @ V, weights
