import math

MISTAKE = "K.T로 모든 축을 뒤집는다"
SYMPTOM = "2차원에서만 맞고 batch가 붙으면 모양이 어긋난다"
CAUGHT_BY = "test_batch_and_heads"
CAUSE_WORD = "앞쪽 축"
SOURCE = ""


def attention(Q, K, V):
    weights = softmax(Q @ K.T / math.sqrt(Q.shape[-1]))  # (..., T, S)
    return weights @ V, weights
