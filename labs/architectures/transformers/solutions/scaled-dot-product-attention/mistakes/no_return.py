import math

MISTAKE = "return을 빠뜨린다"
SYMPTOM = "None이 돌아온다"
CAUGHT_BY = "test_single_key"
CAUSE_WORD = "None"
SOURCE = ""


def attention(Q, K, V):
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., T, S)
    weights @ V  # (..., T, Dv)
