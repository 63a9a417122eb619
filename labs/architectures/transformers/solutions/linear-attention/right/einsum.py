"""축마다 이름을 붙여 곱하는 풀이."""

import numpy as np


def elu_feature(X):
    return np.exp(np.minimum(X, 0)) + np.maximum(X, 0)


def linear_attention(phi_Q, phi_K, V, real=None):
    real = np.ones(phi_K.shape[:-1], phi_K.dtype) if real is None else real.astype(phi_K.dtype)
    memory = np.einsum("...s,...sm,...sd->...md", real, phi_K, V)
    total = np.einsum("...tm,...sm,...s->...t", phi_Q, phi_K, real, optimize=["einsum_path", (1, 2), (0, 1)])
    return np.einsum("...tm,...md->...td", phi_Q, memory) / np.where(total > 0, total, 1)[..., None]


def advance(state, phi_Q, phi_K, V):
    memory, total = state
    weights = np.einsum("...tm,...sm->...ts", phi_Q, phi_K)
    weights = np.where(np.tri(V.shape[-2], dtype=bool), weights, 0)
    top = np.einsum("...tm,...md->...td", phi_Q, memory) + np.einsum("...ts,...sd->...td", weights, V)
    bottom = np.einsum("...tm,...m->...t", phi_Q, total) + np.einsum("...ts->...t", weights)
    memory = memory + np.einsum("...sm,...sd->...md", phi_K, V)
    return top / bottom[..., None], memory, total + np.einsum("...sm->...m", phi_K)
