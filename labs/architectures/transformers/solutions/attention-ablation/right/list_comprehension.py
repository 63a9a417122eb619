"""key마다 사본을 만들어 쌓는 풀이."""

import numpy as np


def drop(weights, s):
    kept = weights.copy()
    kept[..., s] = 0
    total = kept.sum(axis=-1, keepdims=True)
    total[total == 0] = 1
    return kept / total


def without_each_key(weights):
    return np.stack([drop(weights, s) for s in range(weights.shape[-1])], axis=-2)


def ablation(weights, V):
    return np.stack([np.linalg.norm(drop(weights, s) @ V - weights @ V, axis=-1) for s in range(V.shape[-2])], axis=-1)


def kendall_tau(a, b, real):
    order = np.argsort(a[real], kind="stable")
    x, y = a[real][order], b[real][order]
    total = 0
    for n in range(len(x)):
        later = x[n + 1 :] > x[n]  # 같은 값은 세지 않는다
        total += np.sign(y[n + 1 :][later] - y[n]).sum()
    return float(total / (len(x) * (len(x) - 1) / 2)) if len(x) > 1 else 0.0
