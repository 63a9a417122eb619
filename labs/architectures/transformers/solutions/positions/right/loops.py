"""행과 짝마다 도는 풀이."""

import math

import numpy as np


def rope(X, positions, layout):
    D = X.shape[-1]
    rotated = X.copy()
    for t, position in enumerate(positions):
        for i in range(D // 2):
            angle = float(position) * 10000.0 ** (-2 * i / D)
            cos, sin = math.cos(angle), math.sin(angle)
            p, q = (2 * i, 2 * i + 1) if layout == "interleaved" else (i, D // 2 + i)
            rotated[..., t, p] = X[..., t, p] * cos - X[..., t, q] * sin
            rotated[..., t, q] = X[..., t, p] * sin + X[..., t, q] * cos
    return rotated


def half_order(D):
    return np.array([*range(0, D, 2), *range(1, D, 2)])


def alibi_bias(query, key, slopes):
    bias = np.zeros((len(slopes), len(query), len(key)))
    for h, t, s in np.ndindex(bias.shape):
        bias[h, t, s] = -slopes[h] * abs(query[t] - key[s])
    return bias
