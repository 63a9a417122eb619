"""log 가중치를 먼저 구하고 마지막에 exp를 취하는 풀이."""

import math

import numpy as np


def softmax(scores):
    return np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))  # (..., S)


def attention(Q, K, V):
    scores = np.matmul(Q, np.moveaxis(K, -1, -2)) * Q.shape[-1] ** -0.5  # (..., T, S)
    weights = softmax(scores)  # (..., T, S)
    return np.matmul(weights, V), weights  # (..., T, Dv), (..., T, S)
