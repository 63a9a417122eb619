import math

MISTAKE = "output만 돌려준다"
SYMPTOM = "가중치를 볼 수 없다"
CAUGHT_BY = "test_single_key"
CAUSE_WORD = "output, weights"
SOURCE = ""


def attention(Q, K, V):
    return softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])) @ V
