"""np.split과 np.stack, np.concatenate로 나누고 합치는 풀이."""

import numpy as np


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def split_heads(X, n_heads):
    return np.stack(np.split(X, n_heads, axis=-1), axis=-3)  # (..., H, T, Dh)


def merge_heads(X):
    return np.concatenate([X[..., h, :, :] for h in range(X.shape[-3])], axis=-1)  # (..., T, H*Dh)


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    memory = X if context is None else context
    query = split_heads(X @ Wq, n_heads) * (Wq.shape[1] // n_heads) ** -0.5  # (..., H, T, Dh)
    key, value = np.split(memory @ np.hstack([Wk, Wv]), 2, axis=-1)  # 각각 (..., S, D_model)
    scores = query @ np.moveaxis(split_heads(key, n_heads), -1, -2)  # (..., H, T, S)
    weights = softmax(scores)
    heads = np.matmul(weights, split_heads(value, n_heads))  # (..., H, T, Dh)
    return np.matmul(merge_heads(heads), Wo), weights
