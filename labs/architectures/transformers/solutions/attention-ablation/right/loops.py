"""query와 key를 하나씩 도는 풀이."""

import math

import numpy as np


def without_each_key(weights):
    S = weights.shape[-1]
    kept = np.zeros((*weights.shape, S), dtype=weights.dtype)
    for s in range(S):
        for key in range(S):
            if key != s:
                kept[..., s, key] = weights[..., key]
        total = kept[..., s, :].sum(axis=-1)
        for place in np.ndindex(total.shape):
            if total[place] > 0:
                kept[(*place, s)] /= total[place]
    return kept


def ablation(weights, V):
    kept = without_each_key(weights)
    distance = np.zeros_like(weights)
    for *batch, t, s in np.ndindex(weights.shape):
        moved = kept[(*batch, t, s)] @ V[tuple(batch)] - weights[(*batch, t)] @ V[tuple(batch)]
        distance[(*batch, t, s)] = math.sqrt(float(moved @ moved))
    return distance


def kendall_tau(a, b, real):
    places = np.flatnonzero(real)
    score = pairs = 0
    for n, i in enumerate(places):
        for j in places[n + 1 :]:
            pairs += 1
            product = (a[i] - a[j]) * (b[i] - b[j])
            score += int(product > 0) - int(product < 0)
    return score / pairs if pairs else 0.0
