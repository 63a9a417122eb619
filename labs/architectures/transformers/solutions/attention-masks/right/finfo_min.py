"""가린 자리를 dtype의 가장 작은 수로 채우고, 볼 key가 없는 행을 0으로 지우는 풀이."""

import math

import numpy as np


def causal_mask(T):
    return np.tri(T, dtype=bool)  # (T, T)


def padding_mask(lengths, S):
    return np.array([np.arange(S) < length for length in lengths])[:, np.newaxis, :]  # (B, 1, S)


def causal_padding_mask(lengths, T):
    hidden = ~causal_mask(T) | ~padding_mask(lengths, T)  # (B, T, T)
    return ~hidden


def masked_attention(Q, K, V, mask):
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    scores = np.where(mask, scores, np.finfo(scores.dtype).min)
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exp / exp.sum(axis=-1, keepdims=True)  # (..., T, S)
    weights = np.where(mask, weights, 0)  # 볼 key가 없는 행에 남은 고른 가중치를 지운다
    return weights @ V, weights


def self_attention(X, encoding, lengths):
    H = X + encoding  # (B, T, D)
    return masked_attention(H, H, H, causal_padding_mask(lengths, X.shape[-2]))


def masked_mean(X, lengths):
    total = np.where(padding_mask(lengths, X.shape[1]).swapaxes(1, 2), X, 0.0).sum(axis=1)  # (B, D)
    return np.divide(total, lengths[:, None], out=np.zeros_like(total), where=lengths[:, None] > 0)
