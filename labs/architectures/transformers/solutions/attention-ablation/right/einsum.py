"""einsum으로 축의 이름을 적는 풀이."""

import numpy as np


def without_each_key(weights):
    others = 1 - np.eye(weights.shape[-1], dtype=weights.dtype)  # (S, S)
    kept = np.einsum("...k,sk->...sk", weights, others)  # (..., T, S, S)
    total = np.einsum("...sk->...s", kept)[..., None]
    return np.divide(kept, total, out=np.zeros_like(kept), where=total != 0)


def ablation(weights, V):
    change = without_each_key(weights) - weights[..., None, :]  # (..., T, S, S)
    moved = np.einsum("...tsk,...kd->...tsd", change, V)  # (..., T, S, Dv)
    return np.sqrt(np.einsum("...d,...d->...", moved, moved))


def kendall_tau(a, b, real):
    x, y = a[real], b[real]
    before = np.tri(len(x), k=-1, dtype=bool)  # (n, n), 짝마다 한 번
    same = (x[:, None] < x) & (y[:, None] < y) | (x[:, None] > x) & (y[:, None] > y)
    opposite = (x[:, None] < x) & (y[:, None] > y) | (x[:, None] > x) & (y[:, None] < y)
    return float((same & before).sum() - (opposite & before).sum()) / max(before.sum(), 1)
