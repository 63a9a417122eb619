"""head마다 가중치의 열을 잘라 따로 셈하고 결과를 더하는 풀이."""

import math

import numpy as np


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def split_heads(X, n_heads):
    width = X.shape[-1] // n_heads
    heads = np.empty((*X.shape[:-2], n_heads, X.shape[-2], width), dtype=X.dtype)
    for h in range(n_heads):
        heads[..., h, :, :] = X[..., h * width : (h + 1) * width]
    return heads


def merge_heads(X):
    *batch, n_heads, T, width = X.shape
    merged = np.empty((*batch, T, n_heads * width), dtype=X.dtype)
    for h in range(n_heads):
        merged[..., h * width : (h + 1) * width] = X[..., h, :, :]
    return merged


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    width = X.shape[-1] // n_heads
    output, weights = np.zeros_like(X), []
    for h in range(n_heads):
        own = slice(h * width, (h + 1) * width)
        Q, K, V = X @ Wq[:, own], context @ Wk[:, own], context @ Wv[:, own]  # (..., 길이, Dh)
        weights.append(softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(width)))  # (..., T, S)
        output += weights[-1] @ V @ Wo[own]  # (..., T, D_model). Wo의 행도 head마다 나뉜다
    return output, np.stack(weights, axis=-3)  # (..., T, D_model), (..., H, T, S)
