"""가중치를 head별로 펴서 einsum 하나로 사영하고 나누는 풀이."""

import math

import numpy as np


def softmax(scores):
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def split_heads(X, n_heads):
    X = X.reshape(X.shape[:-1] + (n_heads, -1))  # (..., T, H, Dh)
    return np.einsum("...thd->...htd", X)  # (..., H, T, Dh)


def merge_heads(X):
    joined = np.einsum("...htd->...thd", X)  # (..., T, H, Dh)
    return joined.reshape(*joined.shape[:-2], -1)  # (..., T, H*Dh)


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    if context is None:
        context = X
    Wq, Wk, Wv = (W.reshape(len(W), n_heads, -1) for W in (Wq, Wk, Wv))  # 각각 (D_model, H, Dh)
    Wo = Wo.reshape(n_heads, -1, Wo.shape[-1])  # (H, Dh, D_model)
    Q = np.einsum("...tm,mhd->...htd", X, Wq)  # (..., H, T, Dh)
    K = np.einsum("...sm,mhd->...hsd", context, Wk)  # (..., H, S, Dh)
    V = np.einsum("...sm,mhd->...hsd", context, Wv)  # (..., H, S, Dh)
    weights = softmax(np.einsum("...td,...sd->...ts", Q, K) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return np.einsum("...hts,...hsd,hdm->...tm", weights, V, Wo), weights  # (..., T, D_model), (..., H, T, S)
