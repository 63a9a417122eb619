"""한 묶음의 query를 길이 방향으로 이어 붙여 head가 G개인 attention으로 푸는 풀이."""

import math

import numpy as np


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def grouped_query_attention(Q, K, V):
    *batch, H, T, D = Q.shape
    G, S = K.shape[-3:-1]
    rows = Q.reshape(*batch, G, H // G * T, D)  # (..., G, H/G*T, D)
    weights = softmax(rows @ K.swapaxes(-1, -2) / math.sqrt(D))  # (..., G, H/G*T, S)
    return (weights @ V).reshape(*batch, H, T, V.shape[-1]), weights.reshape(*batch, H, T, S)
