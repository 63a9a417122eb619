import math

import numpy as np

MISTAKE = "고리를 한 걸음 더 돈다"
SYMPTOM = "제 조각을 두 번 센다"
CAUGHT_BY = "test_two_ranks"
CAUSE_WORD = "두 번"
SOURCE = ""


def ring_attention(Qs, Ks, Vs, positions):
    world, scale = len(Qs), math.sqrt(Qs[0].shape[-1])
    states = [empty_state(len(Q), V.shape[-1], Q.dtype) for Q, V in zip(Qs, Vs)]
    blocks = list(zip(Ks, Vs, positions))
    for _ in range(world + (world > 1)):
        for r, (K, V, key_at) in enumerate(blocks):
            seen = key_at <= positions[r][:, None]  # (N, N)
            scores = np.where(seen, Qs[r] @ K.T / scale, -np.inf)  # (N, N)
            states[r] = merge_block(states[r], scores.astype(Qs[r].dtype), V)
        blocks = blocks[-1:] + blocks[:-1]  # rank r은 r-1이 가졌던 것을 받는다
    return [finish(state) for state in states]
