"""np.ma의 masked array를 쓰는 풀이. np.ma에서는 True가 가린다는 뜻이므로 뒤집는다."""

import numpy as np


def hidden(X, seen):
    return np.ma.masked_array(X, mask=np.broadcast_to(~seen, X.shape))


def masked_mean(X, real):
    return hidden(X, real[..., None]).mean(axis=1).filled(0).astype(X.dtype)


def masked_max(X, real):
    return hidden(X, real[..., None]).max(axis=1).filled(0).astype(X.dtype)


def forecast_targets(values, measured, horizon):
    return values[:, :-horizon].copy(), values[:, horizon:].copy(), measured[:, :-horizon] & measured[:, horizon:]


def masked_mse(prediction, target, counted):
    if not counted.any():
        return np.zeros((), dtype=prediction.dtype)
    gap = hidden(prediction, counted) - hidden(target, counted)
    return np.array((gap.compressed() ** 2).mean(), dtype=prediction.dtype)
