"""볼 key가 없는 행을 잠시 열어 셈한 뒤 0으로 지우는 풀이. 큰 음수 -1e9를 float32 이상에서 쓴다."""

import numpy as np


def causal_mask(T):
    rows, columns = np.indices((T, T))
    return columns <= rows  # (T, T)


def padding_mask(lengths, S):
    key = np.arange(S).reshape(1, 1, S)
    return key < lengths.reshape(-1, 1, 1)  # (B, 1, S)


def causal_padding_mask(lengths, T):
    return causal_mask(T) * padding_mask(lengths, T)  # (B, T, T). boolean의 곱은 AND다


def masked_attention(Q, K, V, mask):
    scores = np.matmul(Q, np.moveaxis(K, -1, -2), dtype=np.float64) * Q.shape[-1] ** -0.5  # (..., T, S)
    empty = ~mask.any(axis=-1, keepdims=True)
    scores[~np.broadcast_to(mask | empty, scores.shape)] = -1e9
    scores -= scores.max(axis=-1, keepdims=True)
    weights = np.exp(scores)
    weights /= weights.sum(axis=-1, keepdims=True)
    weights = (weights * ~empty).astype(Q.dtype)  # (..., T, S)
    return weights @ V, weights


def self_attention(X, encoding, lengths):
    H = X + encoding  # (B, T, D)
    return masked_attention(H, H, H, causal_padding_mask(lengths, H.shape[-2]))


def masked_mean(X, lengths):
    real = padding_mask(lengths, X.shape[1])[:, 0]  # (B, T)
    summed = np.stack([x[rows].sum(axis=0) for x, rows in zip(X, real)])  # (B, D)
    return summed / np.clip(lengths, 1, None)[:, None]
