"""가린 자리를 dtype의 가장 작은 수로 채우고 그 가중치를 0으로 지우는 풀이. cache는 list로 돌려준다."""

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
    projected = x @ np.concatenate([Wq, Wk, Wv], axis=1)  # (B, n, 3*D_model)
    query, key, value = (split_heads(part, n_heads) for part in np.split(projected, 3, axis=-1))  # (B, H, n, Dh)
    past_k, past_v, start = cache if cache is not None else (key[:, :, :0], value[:, :, :0], 0)
    positions = np.arange(start, start + x.shape[1])  # (n,)
    keys = np.concatenate([past_k, rope(key, positions)], axis=-2)  # (B, H, t+n, Dh)
    values = np.concatenate([past_v, value], axis=-2)  # (B, H, t+n, Dh)
    seen = np.tri(x.shape[1], keys.shape[-2], past_k.shape[-2], dtype=bool)  # (n, t+n)
    scores = rope(query, positions) @ keys.swapaxes(-1, -2) / math.sqrt(keys.shape[-1])  # (B, H, n, t+n)
    weights = softmax(np.where(seen, scores, np.finfo(scores.dtype).min)) * seen
    return merge_heads(weights @ values) @ Wo, [keys, values, start + x.shape[1]]


def trim_cache(cache, size):
    return [*(np.flip(np.flip(part, 2)[:, :, :size], 2) for part in cache[:2]), cache[2]]
