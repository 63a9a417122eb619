"""축의 순서를 적어 전치하고, log 가중치에서 log-sum-exp를 빼는 풀이."""

import math

import numpy as np


def split_heads(X, n_heads):
    batch = X.shape[:-2]
    lead = range(len(batch))
    X = X.reshape(*batch, X.shape[-2], n_heads, X.shape[-1] // n_heads)  # (..., T, H, Dh)
    return X.transpose(*lead, X.ndim - 2, X.ndim - 3, X.ndim - 1)  # (..., H, T, Dh)


def merge_heads(X):
    X = np.ascontiguousarray(np.moveaxis(X, -3, -2))  # (..., T, H, Dh)
    X.shape = (*X.shape[:-2], X.shape[-2] * X.shape[-1])  # (..., T, H*Dh). 제 복사본의 모양만 바꾼다
    return X


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q, K, V = (split_heads(part, n_heads) for part in (X @ Wq, context @ Wk, context @ Wv))
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(K.shape[-1])  # (..., H, T, S)
    weights = np.exp(scores - np.logaddexp.reduce(scores, axis=-1, keepdims=True))
    return merge_heads(weights @ V) @ Wo, weights
