"""inf를 먼저 지우고 mask를 곱해 더하는 풀이."""

import numpy as np


def masked_mean(X, real):
    weight = real.astype(X.dtype)[..., None]  # (B, T, 1)
    clean = np.where(weight > 0, X, 0)  # (B, T, D)
    return (clean * weight).sum(axis=1) / np.maximum(weight.sum(axis=1), 1)  # (B, D)


def masked_max(X, real):
    lowest = np.finfo(X.dtype).min
    peak = np.where(real[..., None], X, lowest).max(axis=1)  # (B, D)
    return peak * real.any(axis=1, keepdims=True)  # (B, D). 채운 수는 유한하므로 0을 곱해 지운다


def forecast_targets(values, measured, horizon):
    n = values.shape[1] - horizon
    return values[:, :n], values[:, horizon : horizon + n], measured[:, :n] * measured[:, horizon:]


def masked_mse(prediction, target, counted):
    if not counted.any():
        return np.zeros((), dtype=prediction.dtype)
    return np.mean((prediction[counted] - target[counted]) ** 2)
