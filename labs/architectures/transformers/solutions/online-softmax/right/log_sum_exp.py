"""state를 log-sum-exp로 바꾸어 합치고 되돌리는 풀이. 창은 볼 tile만 돈다."""

import math

import numpy as np


def update(state, scores, V):
    old_peak, old_total, old_mixed = state
    new_peak = np.maximum(old_peak, np.amax(scores, axis=-1, keepdims=True))  # (..., n, 1)
    seen = np.isfinite(scores)  # (..., n, m)
    exponents = np.where(seen, scores, 0) - np.where(np.isfinite(new_peak), new_peak, 0)  # (..., n, m)
    share = np.exp(exponents) * seen  # (..., n, m)
    keep = np.where(np.isfinite(old_peak), np.exp(np.where(np.isfinite(old_peak), old_peak - new_peak, 0)), 0)
    keep = keep.astype(scores.dtype)  # (..., n, 1)
    return new_peak, old_total * keep + share.sum(-1, keepdims=True), old_mixed * keep + np.einsum("...nm,...md->...nd", share, V)


def window_mask(query, key, window):
    query, key = np.asarray(query)[:, None], np.asarray(key)[None, :]
    return (key <= query) & (key > query - window)  # (n, m)


def pair_heads(X, n_heads):
    owner = np.arange(n_heads) // (n_heads // X.shape[-3])  # (H,)
    return X[..., owner, :, :]  # (..., H, S, D)


def tiled_attention(Q, K, V, size, window=None):
    T, S = Q.shape[-2], K.shape[-2]
    K, V = pair_heads(K, Q.shape[-3]), pair_heads(V, Q.shape[-3])
    state = (
        np.full((*Q.shape[:-1], 1), -np.inf, dtype=Q.dtype),
        np.zeros((*Q.shape[:-1], 1), dtype=Q.dtype),
        np.zeros((*Q.shape[:-1], V.shape[-1]), dtype=V.dtype),
    )
    for tile in np.array_split(np.arange(S), range(size, S, size)):
        scores = np.einsum("...td,...sd->...ts", Q, K[..., tile, :]) / math.sqrt(Q.shape[-1])
        if window is not None:
            seen = window_mask(np.arange(T) + S - T, tile, window)
            if not seen.any():
                continue
            scores = np.where(seen, scores, -np.inf)
        state = update(state, scores, V[..., tile, :])
    return state[2] / state[1]
