"""자리마다 회전 행렬을 만들어 곱하는 풀이."""

import numpy as np


def rope(X, positions, layout):
    D = X.shape[-1]
    R = np.zeros((len(positions), D, D))  # (T, D, D)
    for i in range(D // 2):
        a, b = (2 * i, 2 * i + 1) if layout == "interleaved" else (i, i + D // 2)
        angle = np.asarray(positions, dtype=float) / 10000.0 ** (2 * i / D)
        R[:, a, a] = R[:, b, b] = np.cos(angle)
        R[:, a, b], R[:, b, a] = np.sin(angle), -np.sin(angle)
    return np.einsum("...ti,tij->...tj", X, R).astype(X.dtype)


def half_order(D):
    return np.argsort(np.arange(D) % 2, kind="stable")


def alibi_bias(query, key, slopes):
    return np.stack([-slope * np.abs(query[:, None] - key) for slope in slopes])
