import math

MISTAKE = "K를 전치하지 않고 reshape한다"
SYMPTOM = "모양은 맞지만 key의 성분이 뒤섞인다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "reshape한"
SOURCE = ""


def attention(Q, K, V):
    S, D = K.shape[-2:]
    scores = Q @ K.reshape(*K.shape[:-2], D, S) / math.sqrt(D)  # (..., T, S)
    weights = softmax(scores)  # (..., T, S)
    return weights @ V, weights
