import numpy as np

MISTAKE = "내적 대신 cosine 유사도를 쓴다"
SYMPTOM = "query와 key의 크기가 담은 정보가 사라진다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "길이를 1로"
SOURCE = ""


def attention(Q, K, V):
    unit_q = Q / (np.linalg.norm(Q, axis=-1, keepdims=True) + 1e-30)
    unit_k = K / (np.linalg.norm(K, axis=-1, keepdims=True) + 1e-30)
    weights = softmax(unit_q @ unit_k.swapaxes(-1, -2))  # (..., T, S)
    return weights @ V, weights
