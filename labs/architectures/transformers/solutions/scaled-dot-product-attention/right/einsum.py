"""einsum으로 축의 이름을 적는 풀이."""

import math

import numpy as np


def softmax(scores):
    exp = np.exp(scores - np.max(scores, axis=-1)[..., None])  # (..., S)
    return exp / np.einsum("...s->...", exp)[..., None]  # (..., S)


def attention(Q, K, V):
    scores = np.einsum("...td,...sd->...ts", Q, K) / math.sqrt(Q.shape[-1])  # (..., T, S)
    weights = softmax(scores)  # (..., T, S)
    return np.einsum("...ts,...sv->...tv", weights, V), weights  # (..., T, Dv), (..., T, S)
