"""query와 key를 하나씩 도는 풀이."""

import math

import numpy as np


def causal_mask(T):
    mask = np.zeros((T, T), dtype=bool)
    for t in range(T):
        mask[t, : t + 1] = True
    return mask


def padding_mask(lengths, S):
    mask = np.zeros((len(lengths), 1, S), dtype=bool)
    for b, length in enumerate(lengths):
        mask[b, 0, :length] = True
    return mask


def causal_padding_mask(lengths, T):
    mask = np.zeros((len(lengths), T, T), dtype=bool)
    for b, length in enumerate(lengths):
        for t in range(T):
            mask[b, t, : min(t + 1, length)] = True
    return mask


def masked_attention(Q, K, V, mask):
    *batch, T, D = Q.shape
    S, Dv = V.shape[-2:]
    weights = np.zeros((*batch, T, S), dtype=Q.dtype)
    output = np.zeros((*batch, T, Dv), dtype=Q.dtype)
    mask = np.broadcast_to(mask, weights.shape)
    for place in np.ndindex(*batch, T):
        seen = [s for s in range(S) if mask[(*place, s)]]
        scores = [float(Q[place] @ K[(*place[:-1], s)]) / math.sqrt(D) for s in seen]
        exp = [math.exp(score - max(scores)) for score in scores]
        for s, e in zip(seen, exp):
            weights[(*place, s)] = e / sum(exp)
            output[place] += weights[(*place, s)] * V[(*place[:-1], s)]
    return output, weights


def self_attention(X, encoding, lengths):
    results = []
    for x, length in zip(X, lengths):
        H = x + encoding  # (T, D)
        results.append(masked_attention(H, H, H, causal_mask(len(H)) & (np.arange(len(H)) < length)))
    return tuple(np.stack(part) for part in zip(*results))


def masked_mean(X, lengths):
    return np.array([x[:n].mean(axis=0) if n else np.zeros(x.shape[-1]) for x, n in zip(X, lengths)])
