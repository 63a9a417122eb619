"""문장과 token을 하나씩 도는 풀이."""

import numpy as np


def masked_mean(X, real):
    output = np.zeros((X.shape[0], X.shape[2]), dtype=X.dtype)
    for b in range(len(X)):
        kept = [X[b, t] for t in range(X.shape[1]) if real[b, t]]
        if kept:
            output[b] = sum(kept) / X.dtype.type(len(kept))
    return output


def masked_max(X, real):
    output = np.zeros((X.shape[0], X.shape[2]), dtype=X.dtype)
    for b in range(len(X)):
        kept = [X[b, t] for t in range(X.shape[1]) if real[b, t]]
        if kept:
            output[b] = np.max(kept, axis=0)
    return output


def forecast_targets(values, measured, horizon):
    inputs, targets, counted = [], [], []
    for t in range(values.shape[1] - horizon):
        inputs.append(values[:, t])
        targets.append(values[:, t + horizon])
        counted.append(np.logical_and(measured[:, t], measured[:, t + horizon]))
    return np.stack(inputs, axis=1), np.stack(targets, axis=1), np.stack(counted, axis=1)


def masked_mse(prediction, target, counted):
    total, n = prediction.dtype.type(0), 0
    for place in np.ndindex(prediction.shape):
        if counted[place]:
            total, n = total + (prediction[place] - target[place]) ** 2, n + 1
    return np.array(total / prediction.dtype.type(max(n, 1)))
