"""수 하나, key 하나씩 도는 풀이. 느리지만 식을 그대로 옮겼다."""

import math

import numpy as np


def elu_feature(X):
    features = np.empty_like(X)
    for place in np.ndindex(X.shape):
        features[place] = X[place] + 1 if X[place] > 0 else math.exp(X[place])
    return features


def linear_attention(phi_Q, phi_K, V, real=None):
    output = np.zeros((*phi_Q.shape[:-1], V.shape[-1]), V.dtype)
    for place in np.ndindex(phi_Q.shape[:-1]):
        batch, total = place[:-1], 0.0
        for s in range(phi_K.shape[-2]):
            if real is None or real[(*batch, s)]:
                weight = phi_Q[place] @ phi_K[(*batch, s)]
                output[place] += weight * V[(*batch, s)]
                total += weight
        if total > 0:
            output[place] /= total
    return output


def advance(state, phi_Q, phi_K, V):
    memory, total = (part.copy() for part in state)
    output = np.empty_like(V)
    for *batch, t in np.ndindex(V.shape[:-1]):
        at = tuple(batch)
        memory[at] += np.outer(phi_K[at][t], V[at][t])  # (m, Dv)
        total[at] += phi_K[at][t]  # (m,)
        output[at][t] = phi_Q[at][t] @ memory[at] / (phi_Q[at][t] @ total[at])
    return output, memory, total
