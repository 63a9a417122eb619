"""묶음의 축에 이름을 주고 einsum으로 푸는 풀이."""

import math

import numpy as np


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def grouped_query_attention(Q, K, V):
    G = K.shape[-3]
    groups = Q.reshape(*Q.shape[:-3], G, -1, *Q.shape[-2:])  # (..., G, H/G, T, D)
    weights = softmax(np.einsum("...grtd,...gsd->...grts", groups, K) / math.sqrt(Q.shape[-1]))
    output = np.einsum("...grts,...gsv->...grtv", weights, V)  # (..., G, H/G, T, Dv)
    return output.reshape(*Q.shape[:-1], -1), weights.reshape(*Q.shape[:-1], -1)
