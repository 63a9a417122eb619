"""새 token을 하나씩 넣으며 그때의 과거만 보는 풀이. mask가 필요 없다."""

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
    outputs = []
    for token in np.split(x, x.shape[1], axis=1):  # (B, 1, D_model)
        position = cache[2] if cache else 0
        Q, K = (rope(split_heads(token @ W, n_heads), [position]) for W in (Wq, Wk))  # (B, H, 1, Dh)
        V = split_heads(token @ Wv, n_heads)  # (B, H, 1, Dh)
        if cache:
            K, V = np.concatenate([cache[0], K], axis=2), np.concatenate([cache[1], V], axis=2)  # (B, H, t+1, Dh)
        heads = np.empty_like(Q)  # (B, H, 1, Dh)
        for b, h in np.ndindex(Q.shape[:2]):
            scores = np.array([K[b, h, s] @ Q[b, h, 0] for s in range(K.shape[2])]) / math.sqrt(K.shape[-1])  # (t+1,)
            heads[b, h, 0] = softmax(scores) @ V[b, h]
        outputs.append(merge_heads(heads) @ Wo)
        cache = (K, V, position + 1)
    return np.concatenate(outputs, axis=1), cache


def trim_cache(cache, size):
    K, V, position = cache
    keep = slice(max(K.shape[-2] - size, 0), None)
    return K[:, :, keep], V[:, :, keep], position
