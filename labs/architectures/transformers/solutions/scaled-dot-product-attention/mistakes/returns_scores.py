import math

MISTAKE = "가중치 대신 점수를 돌려준다"
SYMPTOM = "attention map에 음수가 보인다"
CAUGHT_BY = "test_single_key"
CAUSE_WORD = "softmax를 취하지 않은"
SOURCE = ""


def attention(Q, K, V):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    return softmax(scores) @ V, scores
