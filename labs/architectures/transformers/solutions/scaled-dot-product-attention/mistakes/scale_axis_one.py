import math

MISTAKE = "폭을 Q.shape[1]에서 얻는다"
SYMPTOM = "2차원 입력에서만 맞고 batch가 붙으면 T의 제곱근으로 나눈다"
CAUGHT_BY = "test_batch_and_heads"
CAUSE_WORD = "query 수 T의 제곱근"
SOURCE = ""


def attention(Q, K, V):
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[1]))  # (..., T, S)
    return weights @ V, weights
