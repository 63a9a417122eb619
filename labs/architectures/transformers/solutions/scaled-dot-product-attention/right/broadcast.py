"""행렬 곱 대신 broadcast한 곱을 더하는 풀이."""

import numpy as np


def softmax(scores):
    exp = np.exp(scores - np.amax(scores, axis=-1, keepdims=True))  # (..., S)
    return np.divide(exp, np.add.reduce(exp, axis=-1, keepdims=True))  # (..., S)


def attention(Q, K, V):
    products = Q[..., :, None, :] * K[..., None, :, :]  # (..., T, S, D)
    scores = products.sum(axis=-1) / float(np.sqrt(Q.shape[-1]))  # (..., T, S)
    weights = softmax(scores)  # (..., T, S)
    return (weights[..., None] * V[..., None, :, :]).sum(axis=-2), weights  # (..., T, Dv), (..., T, S)
