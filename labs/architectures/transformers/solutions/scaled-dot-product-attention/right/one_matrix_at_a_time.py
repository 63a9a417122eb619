"""앞쪽 축을 하나로 편 뒤 2차원 attention을 되풀이하고, float64로 셈해 되돌리는 풀이."""

import math

import numpy as np


def softmax(scores):
    exact = np.array(scores, dtype=float)
    exact -= exact.max(axis=-1, keepdims=True)  # 복사본이므로 제자리에서 빼도 된다
    np.exp(exact, out=exact)
    exact /= exact.sum(axis=-1, keepdims=True)
    return exact.astype(scores.dtype)


def attention(Q, K, V):
    batch = Q.shape[:-2]
    flat = [X.reshape(-1, *X.shape[-2:]) for X in (Q, K, V)]  # 각각 (N, 길이, 폭)
    weights = [softmax(q.dot(k.T) / math.sqrt(q.shape[1])) for q, k in zip(*flat[:2])]  # N x (T, S)
    output = [w.dot(v) for w, v in zip(weights, flat[2])]  # N x (T, Dv)
    return tuple(np.array(part).reshape(*batch, *part[0].shape) for part in (output, weights))
