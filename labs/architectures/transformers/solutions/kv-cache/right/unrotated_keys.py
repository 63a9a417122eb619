"""돌리지 않은 key를 cache에 두고 부를 때마다 제 위치로 돌리는 풀이."""

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
    K, V = split_heads(x @ Wk, n_heads), split_heads(x @ Wv, n_heads)  # (B, H, n, Dh)
    end = x.shape[-2] + (cache[2] if cache is not None else 0)
    if cache is not None:
        K = np.concatenate((cache[0], K), axis=-2)  # (B, H, t+n, Dh)
        V = np.concatenate((cache[1], V), axis=-2)  # (B, H, t+n, Dh)
    key_at = np.arange(end - K.shape[-2], end)  # (t+n,)
    query_at = key_at[-x.shape[-2] :]  # (n,)
    Q = rope(split_heads(x @ Wq, n_heads), query_at) * K.shape[-1] ** -0.5  # (B, H, n, Dh)
    scores = Q @ np.moveaxis(rope(K, key_at), -1, -2)  # (B, H, n, t+n)
    scores[..., key_at > query_at[:, None]] = -np.inf
    return merge_heads(softmax(scores) @ V) @ Wo, (K, V, end)


def trim_cache(cache, size):
    K, V, position = cache
    keep = slice(max(K.shape[-2] - size, 0), None)
    return K[:, :, keep], V[:, :, keep], position
