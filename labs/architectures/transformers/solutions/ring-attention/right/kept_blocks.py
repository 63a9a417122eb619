"""받은 조각을 모두 모아 두었다가 마지막에 한 번 softmax하는 풀이. 메모리를 아끼지는 못하지만 답은 같다."""

import math

import numpy as np


def balanced_positions(T, world):
    order = np.arange(T).reshape(2 * world, -1)
    return [order[[r, 2 * world - 1 - r]].ravel() for r in range(world)]


def empty_state(n, width, dtype):
    return np.zeros((n, 0), dtype), np.zeros((0, width), dtype)


def merge_block(state, scores, V):
    return np.concatenate([state[0], scores], axis=1), np.concatenate([state[1], V])


def finish(state):
    scores, V = state
    output = np.zeros((len(scores), V.shape[1]), V.dtype)
    for t, row in enumerate(scores):
        seen = row > -np.inf
        if seen.any():
            exp = np.exp(row[seen] - row[seen].max())
            output[t] = (exp / exp.sum()) @ V[seen]
    return output


def ring_attention(Qs, Ks, Vs, positions):
    outputs = []
    for Q, query_at in zip(Qs, positions):
        state = empty_state(len(Q), Vs[0].shape[-1], Q.dtype)
        for K, V, key_at in zip(Ks, Vs, positions):
            scores = (Q / Q.dtype.type(math.sqrt(Q.shape[-1]))) @ K.T
            state = merge_block(state, np.where(key_at[None] > query_at[:, None], -np.inf, scores).astype(Q.dtype), V)
        outputs.append(finish(state))
    return outputs
