import math

MISTAKE = "key와 value의 head를 평균해 쓴다"
SYMPTOM = "가중치를 옮길 때 할 일을 부를 때마다 한다"
CAUGHT_BY = "test_one_key"
CAUSE_WORD = "평균한"
SOURCE = ""


def grouped_query_attention(Q, K, V):
    K, V = K.mean(axis=-3, keepdims=True), V.mean(axis=-3, keepdims=True)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return weights @ V, weights
