"""가중치의 로그를 점수로 보고, 지울 key를 -inf로 가린 softmax를 다시 구하는 풀이."""

import itertools

import numpy as np


def softmax(scores):
    peak = scores.max(axis=-1, keepdims=True)
    exp = np.exp(scores - np.where(np.isneginf(peak), 0, peak))
    total = exp.sum(axis=-1, keepdims=True)
    return exp / np.where(total == 0, 1, total)


def without_each_key(weights):
    with np.errstate(divide="ignore"):
        scores = np.log(weights)[..., None, :]  # (..., T, 1, S)
    hidden = np.eye(weights.shape[-1], dtype=bool)  # (S, S)
    return softmax(np.where(hidden, -np.inf, scores).astype(weights.dtype))


def ablation(weights, V):
    V = V[..., None, :, :]  # (..., 1, S, Dv)
    return np.linalg.norm(without_each_key(weights) @ V - weights[..., None, :] @ V, axis=-1)


def kendall_tau(a, b, real):
    kept = list(zip(a[real].tolist(), b[real].tolist()))
    signs = [(p[0] > q[0]) - (p[0] < q[0]) if (p[1] > q[1]) else (p[0] < q[0]) - (p[0] > q[0]) if p[1] < q[1] else 0
             for p, q in itertools.combinations(kept, 2)]  # fmt: skip
    return sum(signs) / len(signs) if signs else 0.0
