"""value에 1의 열을 붙이는 풀이. 분모가 마지막 열로 함께 나온다."""

import numpy as np


def elu_feature(X):
    features = np.exp(np.clip(X, None, 0))
    features[X > 0] = X[X > 0] + 1
    return features


def with_ones(V):
    return np.concatenate([V, np.ones((*V.shape[:-1], 1), V.dtype)], axis=-1)  # (..., n, Dv+1)


def linear_attention(phi_Q, phi_K, V, real=None):
    V = with_ones(V)
    if real is not None:
        V = np.where(real[..., None], V, 0)  # 1의 열도 0이 되므로 분모에서도 빠진다
    both = phi_Q @ (phi_K.swapaxes(-1, -2) @ V)  # (..., T, Dv+1)
    return both[..., :-1] / (both[..., -1:] + (both[..., -1:] == 0))


def advance(state, phi_Q, phi_K, V):
    state = np.concatenate([state[0], state[1][..., None]], axis=-1)  # (..., m, Dv+1)
    weights = phi_Q @ phi_K.swapaxes(-1, -2) * np.tri(V.shape[-2], dtype=V.dtype)
    V = with_ones(V)
    both = phi_Q @ state + weights @ V
    state = state + phi_K.swapaxes(-1, -2) @ V
    return both[..., :-1] / both[..., -1:], state[..., :-1], state[..., -1]
