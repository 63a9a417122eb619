"""행마다, tile마다 도는 풀이. 느리지만 식을 그대로 옮겼다."""

import math

import numpy as np


def update(state, scores, V):
    peak, total, mixed = (part.copy() for part in state)
    for row in np.ndindex(scores.shape[:-1]):
        best = scores[row].max()
        if best == -np.inf:
            continue
        new = max(peak[row][0], best)
        keep = math.exp(peak[row][0] - new)
        weights = np.exp(scores[row] - new)  # (m,)
        total[row] = total[row] * keep + weights.sum()
        mixed[row] = mixed[row] * keep + weights @ V[row[:-1]]
        peak[row] = new
    return peak, total, mixed


def window_mask(query, key, window):
    mask = np.zeros((len(query), len(key)), dtype=bool)
    for i, t in enumerate(query):
        for j, s in enumerate(key):
            mask[i, j] = t - window < s <= t
    return mask


def pair_heads(X, n_heads):
    group = n_heads // X.shape[-3]
    return np.stack([X[..., head // group, :, :] for head in range(n_heads)], axis=-3)


def tiled_attention(Q, K, V, size, window=None):
    H, T, D = Q.shape[-3:]
    S = K.shape[-2]
    K, V = pair_heads(K, H), pair_heads(V, H)
    output = np.empty((*Q.shape[:-1], V.shape[-1]), V.dtype)
    for place in np.ndindex(Q.shape[:-2]):
        peak = np.full((T, 1), -np.inf, Q.dtype)
        state = peak, np.zeros((T, 1), Q.dtype), np.zeros((T, V.shape[-1]), V.dtype)
        for start in range(0, S, size):
            keys = np.arange(start, min(start + size, S))
            scores = Q[place] @ K[place][keys].T / math.sqrt(D)
            if window is not None:
                scores = np.where(window_mask(np.arange(S - T, S), keys, window), scores, -np.inf)
            state = update(state, scores, V[place][keys])
        output[place] = state[2] / state[1]
    return output
