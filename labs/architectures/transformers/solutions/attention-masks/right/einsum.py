"""einsum과 nan_to_num을 쓰는 풀이."""

import numpy as np


def causal_mask(T):
    position = np.arange(T)
    return position[None, :] <= position[:, None]  # (T, T)


def padding_mask(lengths, S):
    return np.arange(S)[None, None, :] < lengths[:, None, None]  # (B, 1, S)


def causal_padding_mask(lengths, T):
    return np.logical_and(causal_mask(T)[None], padding_mask(lengths, T))  # (B, T, T)


def masked_attention(Q, K, V, mask):
    scores = np.einsum("...td,...sd->...ts", Q, K) / Q.shape[-1] ** 0.5  # (..., T, S)
    scores = np.where(mask, scores, -np.inf)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))  # 볼 key가 없는 행은 NaN이다
    weights = np.nan_to_num(exp / exp.sum(axis=-1, keepdims=True))  # (..., T, S)
    return np.einsum("...ts,...sv->...tv", weights, V), weights  # (..., T, Dv), (..., T, S)


def self_attention(X, encoding, lengths):
    H = X + encoding[None]  # (B, T, D)
    return masked_attention(H, H, H, causal_padding_mask(lengths, len(encoding)))


def masked_mean(X, lengths):
    real = (np.arange(X.shape[1]) < lengths[:, None]).astype(X.dtype)  # (B, T)
    return np.einsum("btd,bt->bd", X, real) / np.where(lengths == 0, 1, lengths)[:, None]  # (B, D)
