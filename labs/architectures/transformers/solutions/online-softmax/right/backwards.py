"""tile을 뒤에서부터 도는 풀이. 더하는 차례는 답을 바꾸지 않는다. mixed와 total을 한 배열에 이어 붙여 함께 고친다."""

import math

import numpy as np


def update(state, scores, V):
    peak, total, mixed = state
    new = np.maximum(peak, scores.max(axis=-1, keepdims=True))
    base = np.nan_to_num(new, neginf=0.0)
    ones = np.ones((*V.shape[:-1], 1), V.dtype)
    sums = np.concatenate([total, mixed], axis=-1) * np.exp(peak - base)  # (..., n, 1+Dv)
    sums = sums + np.exp(scores - base) @ np.concatenate([ones, V], axis=-1)
    return new, sums[..., :1], sums[..., 1:]


def window_mask(query, key, window):
    return np.isin(query[:, None] - key, np.arange(window))


def pair_heads(X, n_heads):
    return np.concatenate([X[..., g : g + 1, :, :] for g in range(X.shape[-3]) for _ in range(n_heads // X.shape[-3])], axis=-3)


def tiled_attention(Q, K, V, size, window=None):
    T, S, D = Q.shape[-2], K.shape[-2], Q.shape[-1]
    K, V = pair_heads(K, Q.shape[-3]), pair_heads(V, Q.shape[-3])
    K = K / math.sqrt(D)
    peak = np.full((*Q.shape[:-1], 1), -np.inf, Q.dtype)
    state = peak, np.zeros_like(peak), np.zeros((*Q.shape[:-1], V.shape[-1]), V.dtype)
    for stop in range(S, 0, -size):
        start = max(stop - size, 0)
        scores = Q @ K[..., start:stop, :].swapaxes(-1, -2)
        if window is not None:
            scores[..., ~window_mask(np.arange(S - T, S), np.arange(start, stop), window)] = -np.inf
        state = update(state, scores, V[..., start:stop, :])
    return state[2] / state[1]
