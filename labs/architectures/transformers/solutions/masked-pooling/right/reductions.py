"""NumPy의 where 인자로 고른 자리만 줄이는 풀이."""

import numpy as np


def masked_mean(X, real):
    seen = np.broadcast_to(real[..., None], X.shape)  # (B, T, D)
    total = np.sum(X, axis=1, where=seen)  # (B, D)
    count = np.sum(seen, axis=1, dtype=X.dtype)  # (B, D)
    return np.divide(total, count, out=np.zeros_like(total), where=count > 0)


def masked_max(X, real):
    seen = np.broadcast_to(real[..., None], X.shape)  # (B, T, D)
    peak = np.max(X, axis=1, where=seen, initial=-np.inf)  # (B, D)
    peak[~seen.any(axis=1)] = 0
    return peak


def forecast_targets(values, measured, horizon):
    targets = np.roll(values, -horizon, axis=1)[:, :-horizon]
    return values[:, :-horizon], targets, np.all([measured[:, :-horizon], measured[:, horizon:]], axis=0)


def masked_mse(prediction, target, counted):
    squares = np.zeros_like(prediction)
    np.subtract(prediction, target, out=squares, where=counted)
    n = max(int(np.count_nonzero(counted)), 1)
    return np.array(np.vdot(squares, squares) / n, dtype=prediction.dtype)
