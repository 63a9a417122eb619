"""log 가중치에서 log-sum-exp를 빼는 풀이."""

import math

import numpy as np


def causal_mask(T):
    return ~np.triu(np.full((T, T), True), 1)  # (T, T)


def padding_mask(lengths, S):
    return np.expand_dims(lengths[:, None] > np.arange(S), 1)  # (B, 1, S)


def causal_padding_mask(lengths, T):
    last = np.minimum(np.arange(1, T + 1), lengths[:, None])  # (B, T): query마다 볼 key의 수
    return np.arange(T) < last[..., None]  # (B, T, T)


def masked_attention(Q, K, V, mask):
    scores = np.where(mask, Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]), -np.inf)  # (..., T, S)
    total = np.logaddexp.reduce(scores, axis=-1, keepdims=True)  # (..., T, 1). 볼 key가 없으면 -inf다
    weights = np.exp(scores - np.where(np.isfinite(total), total, 0))  # (..., T, S)
    return np.matmul(weights, V), weights


def self_attention(X, encoding, lengths):
    H = np.add(X, encoding)  # (B, T, D)
    return masked_attention(H, H, H, causal_padding_mask(lengths, H.shape[1]))


def masked_mean(X, lengths):
    weights = padding_mask(lengths, X.shape[1]) / np.maximum(lengths, 1)[:, None, None]  # (B, 1, T)
    return (weights @ X)[:, 0]  # (B, D)
