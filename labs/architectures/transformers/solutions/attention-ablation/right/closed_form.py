"""지운 출력을 섞지 않고 식 w/(1-w)·|v - o|로 얻는 풀이."""

import numpy as np


def others(weights):
    """key s를 뺀 나머지의 합: (..., T, S) -> (..., T, S). 1 - w로 구하면 w가 1에 가까울 때 자릿수를 잃는다."""
    return (weights[..., None, :] * (1 - np.eye(weights.shape[-1], dtype=weights.dtype))).sum(axis=-1)


def without_each_key(weights):
    S, rest = weights.shape[-1], others(weights)
    scale = np.divide(1, rest, out=np.zeros_like(rest), where=rest > 0)  # (..., T, S)
    kept = scale[..., None] * weights[..., None, :]  # (..., T, S, S)
    kept[..., np.arange(S), np.arange(S)] = 0
    return kept


def ablation(weights, V):
    output = weights @ V  # (..., T, Dv)
    away = np.sqrt(((V[..., None, :, :] - output[..., None, :]) ** 2).sum(axis=-1))  # (..., T, S)
    rest = others(weights)  # (..., T, S)
    alone = np.sqrt((output**2).sum(axis=-1))[..., None] * np.ones_like(weights)  # 남는 것이 없으면 출력이 통째로 사라진다
    return np.where(rest > 0, weights / np.where(rest > 0, rest, 1) * away, alone)


def kendall_tau(a, b, real):
    x, y = (np.sign(v[real][:, None] - v[real]) for v in (a, b))  # (n, n)
    n = len(x)
    return (x * y).sum() / (n * (n - 1)) if n > 1 else 0.0
