"""query와 key를 하나씩 도는 풀이."""

import math

import numpy as np


def softmax(scores):
    weights = np.empty_like(scores)
    for row in np.ndindex(scores.shape[:-1]):
        exp = [math.exp(score - max(scores[row])) for score in scores[row]]
        weights[row] = [e / sum(exp) for e in exp]
    return weights


def attention(Q, K, V):
    *batch, T, D = Q.shape
    S, Dv = V.shape[-2:]
    scores = np.empty((*batch, T, S), dtype=Q.dtype)
    output = np.zeros((*batch, T, Dv), dtype=Q.dtype)
    for place in np.ndindex(*batch):
        for t in range(T):
            for s in range(S):
                scores[(*place, t, s)] = Q[(*place, t)] @ K[(*place, s)] / D**0.5
    weights = softmax(scores)
    for place in np.ndindex(*batch):
        for t in range(T):
            for s in range(S):
                output[(*place, t)] += weights[(*place, t, s)] * V[(*place, s)]
    return output, weights
