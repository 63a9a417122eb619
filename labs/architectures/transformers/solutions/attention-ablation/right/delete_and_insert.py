"""np.delete로 정말 지우고 다시 계산하는 풀이."""

import numpy as np


def without_each_key(weights):
    rows = []
    for s in range(weights.shape[-1]):
        rest = np.delete(weights, s, axis=-1)  # (..., T, S-1)
        total = rest.sum(axis=-1, keepdims=True)
        rest = np.where(total > 0, rest / np.maximum(total, np.finfo(weights.dtype).tiny), 0)
        rows.append(np.insert(rest, s, 0, axis=-1))  # (..., T, S)
    return np.stack(rows, axis=-2)


def ablation(weights, V):
    before, kept = weights @ V, without_each_key(weights)
    distances = []
    for s in range(V.shape[-2]):
        after = np.delete(kept[..., s, :], s, axis=-1) @ np.delete(V, s, axis=-2)  # (..., T, Dv)
        distances.append(np.linalg.norm(after - before, axis=-1))
    return np.stack(distances, axis=-1)


def kendall_tau(a, b, real):
    pairs = [(a[i] - a[j], b[i] - b[j]) for i in range(len(a)) for j in range(i) if real[i] and real[j]]
    return sum(float(np.sign(x) * np.sign(y)) for x, y in pairs) / max(len(pairs), 1)
