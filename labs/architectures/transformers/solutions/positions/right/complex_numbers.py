"""짝을 복소수 하나로 보고 곱하는 풀이."""

import numpy as np


def rope(X, positions, layout):
    D = X.shape[-1]
    frequency = np.exp(-np.log(10000.0) * 2 * np.arange(D // 2) / D)  # (D/2,)
    spin = np.exp(1j * np.outer(np.asarray(positions, float), frequency))  # (T, D/2)
    shape = (*X.shape[:-1], D // 2, 2)
    pairs = X.reshape(shape) if layout == "interleaved" else X.reshape(*X.shape[:-1], 2, D // 2).swapaxes(-1, -2)
    z = (pairs[..., 0] + 1j * pairs[..., 1]) * spin  # (..., T, D/2)
    back = np.stack([z.real, z.imag], axis=-1)  # (..., T, D/2, 2)
    back = back if layout == "interleaved" else back.swapaxes(-1, -2)
    return back.reshape(X.shape).astype(X.dtype)


def half_order(D):
    return np.arange(D).reshape(D // 2, 2).T.flatten()


def alibi_bias(query, key, slopes):
    return np.einsum("h,ts->hts", -slopes, np.abs(np.subtract.outer(query, key)))
