"""log 가중치에서 log-sum-exp를 빼고, cache를 복사하며 조금씩 키우는 풀이."""

import math

import numpy as np


def split_heads(X, n_heads):
    return X.reshape(*X.shape[:-1], n_heads, X.shape[-1] // n_heads).swapaxes(-3, -2)  # (B, H, n, Dh)


def merge_heads(X):
    X = X.swapaxes(-3, -2)  # (B, n, H, Dh)
    return X.reshape(*X.shape[:-2], X.shape[-2] * X.shape[-1])  # (B, n, D_model)


def rope(X, positions):
    angles = np.asarray(positions)[:, None] * 10000.0 ** (-np.arange(0, X.shape[-1], 2) / X.shape[-1])  # (n, Dh/2)
    even, odd = X[..., 0::2], X[..., 1::2]  # (..., n, Dh/2)
    rotated = np.empty_like(X)  # (..., n, Dh)
    rotated[..., 0::2] = even * np.cos(angles) - odd * np.sin(angles)
    rotated[..., 1::2] = even * np.sin(angles) + odd * np.cos(angles)
    return rotated


def joined(old, new):
    whole = np.empty((*new.shape[:2], old.shape[2] + new.shape[2], new.shape[3]), dtype=new.dtype)  # (B, H, t+n, Dh)
    whole[:, :, : old.shape[2]] = old
    whole[:, :, old.shape[2] :] = new
    return whole


def cached_attention(x, cache, Wq, Wk, Wv, Wo, n_heads):
    n, position = x.shape[1], 0 if cache is None else cache[2]
    at = range(position, position + n)
    Q, K = (rope(split_heads(x @ W, n_heads), list(at)) for W in (Wq, Wk))  # (B, H, n, Dh)
    V = split_heads(x @ Wv, n_heads)  # (B, H, n, Dh)
    if cache is not None:
        K, V = joined(cache[0], K), joined(cache[1], V)  # (B, H, t+n, Dh)
    future = np.triu(np.full((n, K.shape[2]), True), K.shape[2] - n + 1)  # (n, t+n)
    scores = np.where(future, -np.inf, np.matmul(Q, K.swapaxes(2, 3)) / math.sqrt(K.shape[3]))  # (B, H, n, t+n)
    weights = np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))
    return np.matmul(merge_heads(np.matmul(weights, V)), Wo), (K, V, at.stop)


def trim_cache(cache, size):
    K, V, position = cache
    if size == 0:
        return K[:, :, :0], V[:, :, :0], position
    return K[:, :, -size:].copy(), V[:, :, -size:].copy(), position
