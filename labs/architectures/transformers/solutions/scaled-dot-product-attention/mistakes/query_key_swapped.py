import math

MISTAKE = "Q와 K를 바꿔 곱한다"
SYMPTOM = "T = S이면 모양이 맞아 드러나지 않는다"
CAUGHT_BY = "test_single_key"
CAUSE_WORD = "뒤바뀌었으니"
SOURCE = ""


def attention(Q, K, V):
    scores = K @ Q.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., S, T)
    weights = softmax(scores)
    return weights.swapaxes(-1, -2) @ V, weights
