import math

MISTAKE = "가중치에 softmax를 한 번 더 취한다"
SYMPTOM = "가중치가 거의 고르다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "softmax를 두 번"
SOURCE = ""


def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    weights = softmax(softmax(scores))  # (..., T, S)
    return weights @ V, weights
