"""-inf 대신 dtype의 가장 작은 수를 바닥으로 쓰고, 가린 자리의 가중치를 0으로 지우는 풀이."""

import math

import numpy as np


def update(state, scores, V):
    peak, total, mixed = state
    floor = np.finfo(scores.dtype).min / 4
    new = np.maximum(np.maximum(peak, floor), scores.max(axis=-1, keepdims=True))  # (..., n, 1), 언제나 유한하다
    weights = np.where(scores > -np.inf, np.exp(scores - new), 0).astype(scores.dtype)
    shrink = np.exp(peak - new)
    total = total * shrink + weights.sum(axis=-1, keepdims=True)
    mixed = mixed * shrink + weights @ V
    return np.where(new == floor, -np.inf, new).astype(scores.dtype), total, mixed


def window_mask(query, key, window):
    ahead = query[:, np.newaxis] - key[np.newaxis, :]
    return ~((ahead < 0) | (ahead >= window))


def pair_heads(X, n_heads):
    return X.repeat(n_heads // X.shape[-3], axis=X.ndim - 3)


def tiled_attention(Q, K, V, size, window=None):
    T, S = Q.shape[-2], K.shape[-2]
    K, V = pair_heads(K, Q.shape[-3]), pair_heads(V, Q.shape[-3])
    peak = np.full(Q.shape[:-1] + (1,), -np.inf, dtype=Q.dtype)
    state = (peak, np.zeros_like(peak), np.zeros(Q.shape[:-1] + V.shape[-1:], dtype=V.dtype))
    last = 0
    while last < S:
        first, last = last, min(last + size, S)
        scores = Q @ np.swapaxes(K[..., first:last, :], -1, -2) / math.sqrt(Q.shape[-1])
        if window is not None:
            hidden = ~window_mask(np.arange(S - T, S), np.arange(first, last), window)
            scores = np.where(hidden, -np.inf, scores)
        state = update(state, scores, V[..., first:last, :])
    _, total, mixed = state
    return mixed / total
