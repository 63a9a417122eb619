"""query head마다 짝을 찾아 따로 셈하는 풀이."""

import math

import numpy as np


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def grouped_query_attention(Q, K, V):
    H, size = Q.shape[-3], Q.shape[-3] // K.shape[-3]
    outputs, weights = [], []
    for h in range(H):
        query, key, value = Q[..., h, :, :], K[..., h // size, :, :], V[..., h // size, :, :]
        weights.append(softmax(query @ key.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])))  # (..., T, S)
        outputs.append(weights[-1] @ value)  # (..., T, Dv)
    return np.stack(outputs, axis=-3), np.stack(weights, axis=-3)
