"""x * cos + rotate(x) * sin의 꼴. interleaved는 half로 옮겨 돌리고 되돌린다."""

import numpy as np


def rope(X, positions, layout):
    D = X.shape[-1]
    if layout == "interleaved":
        order = half_order(D)
        return rope(X[..., order], positions, "half")[..., np.argsort(order)]
    inverse = 1.0 / 10000.0 ** (np.arange(0, D, 2, dtype=np.float64) / D)
    angles = np.concatenate([np.outer(positions, inverse)] * 2, axis=-1)  # (T, D)
    swapped = np.concatenate([-X[..., D // 2 :], X[..., : D // 2]], axis=-1)  # (..., T, D)
    return (X * np.cos(angles) + swapped * np.sin(angles)).astype(X.dtype)


def half_order(D):
    return np.r_[0:D:2, 1:D:2]


def alibi_bias(query, key, slopes):
    far = np.maximum(query[:, None] - key[None, :], key[None, :] - query[:, None])
    return far[None] * (-slopes).reshape(-1, 1, 1)
