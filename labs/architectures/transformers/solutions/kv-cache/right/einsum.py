"""einsum으로 내적하고, 위치의 크기를 견주어 mask를 만드는 풀이."""

import math

import numpy as np


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


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


def cached_attention(x, cache, Wq, Wk, Wv, Wo, n_heads):
    if cache is None:
        empty = np.zeros((x.shape[0], n_heads, 0, x.shape[-1] // n_heads), dtype=x.dtype)  # (B, H, 0, Dh)
        cache = (empty, empty, 0)
    new = cache[2] + np.arange(x.shape[1])  # (n,)
    Q = rope(split_heads(np.einsum("bnm,md->bnd", x, Wq), n_heads), new)  # (B, H, n, Dh)
    K = rope(split_heads(np.einsum("bnm,md->bnd", x, Wk), n_heads), new)  # (B, H, n, Dh)
    V = split_heads(np.einsum("bnm,md->bnd", x, Wv), n_heads)  # (B, H, n, Dh)
    K, V = (np.append(old, part, axis=2) for old, part in zip(cache, (K, V)))  # (B, H, t+n, Dh)
    key_at = np.arange(new[-1] + 1 - K.shape[2], new[-1] + 1)  # (t+n,)
    scores = np.einsum("bhnd,bhsd->bhns", Q, K) / math.sqrt(K.shape[-1])  # (B, H, n, t+n)
    weights = softmax(np.where(key_at <= new[:, None], scores, -np.inf))
    output = merge_heads(np.einsum("bhns,bhsd->bhnd", weights, V)) @ Wo  # (B, n, D_model)
    return output, (K, V, int(new[-1]) + 1)


def trim_cache(cache, size):
    K, V, position = cache
    keep = slice(max(K.shape[-2] - size, 0), None)
    return K[:, :, keep], V[:, :, keep], position
