"""각을 한 바퀴 안으로 줄인 뒤 낮추는 풀이. 짝을 strided view로 고친다."""

import numpy as np


def rope(X, positions, layout):
    D = X.shape[-1]
    angles = np.multiply.outer(np.asarray(positions, "f8"), np.power(1e4, -np.linspace(0, 2, D // 2, endpoint=False) / 2))
    angles = np.remainder(angles, 2 * np.pi)  # (T, D/2)
    cos, sin = np.cos(angles), np.sin(angles)
    slices = (slice(0, None, 2), slice(1, None, 2)) if layout == "interleaved" else (slice(0, D // 2), slice(D // 2, None))
    a, b = (X[..., part].astype("f8") for part in slices)
    rotated = X.copy()
    rotated[..., slices[0]] = a * cos - b * sin
    rotated[..., slices[1]] = b * cos + a * sin
    return rotated


def half_order(D):
    first = 2 * np.arange(D // 2)
    return np.hstack((first, first + 1))


def alibi_bias(query, key, slopes):
    return np.negative(np.abs(query[None, :, None] - key[None, None, :])) * slopes[:, None, None]
