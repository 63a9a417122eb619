"""모든 rank를 한 축으로 쌓아 한꺼번에 도는 풀이."""

import math

import numpy as np


def balanced_positions(T, world):
    pieces = np.arange(T).reshape(2 * world, -1)
    return list(np.concatenate([pieces[:world], pieces[world:][::-1]], axis=1))


def empty_state(n, width, dtype):
    return {"peak": np.full(n, -np.inf, dtype), "sums": np.zeros((n, width + 1), dtype)}


def merge_block(state, scores, V):
    peak = np.maximum(state["peak"], scores.max(axis=-1))
    base = np.nan_to_num(peak, neginf=0.0)
    ones = np.concatenate([V, np.ones((len(V), 1), V.dtype)], axis=1)  # 마지막 열이 분모를 센다
    added = np.einsum("ts,sd->td", np.exp(scores - base[:, None]), ones)
    return {"peak": peak, "sums": state["sums"] * np.exp(state["peak"] - base)[:, None] + added}


def finish(state):
    mixed, total = state["sums"][:, :-1], state["sums"][:, -1:]
    return mixed / np.where(total > 0, total, 1)


def ring_attention(Qs, Ks, Vs, positions):
    Q, K, V, at = (np.stack(part) for part in (Qs, Ks, Vs, positions))  # (P, N, ...)
    states = [empty_state(Q.shape[1], V.shape[-1], Q.dtype) for _ in Qs]
    key_at = at
    for _ in Qs:
        scores = np.einsum("rtd,rsd->rts", Q, K) / math.sqrt(Q.shape[-1])
        scores = np.where(key_at[:, None, :] <= at[:, :, None], scores, -np.inf).astype(Q.dtype)
        states = [merge_block(state, s, v) for state, s, v in zip(states, scores, V)]
        K, V, key_at = (np.roll(part, 1, axis=0) for part in (K, V, key_at))
    return [finish(state) for state in states]
