import numpy as np

MISTAKE = "√D로 나누지 않는다"
SYMPTOM = "가중치가 한쪽에 몰린다"
CAUGHT_BY = "test_one_rank"
CAUSE_WORD = "√D"
SOURCE = ""


def ring_attention(Qs, Ks, Vs, positions):
    world, scale = len(Qs), 1
    states = [empty_state(len(Q), V.shape[-1], Q.dtype) for Q, V in zip(Qs, Vs)]
    blocks = list(zip(Ks, Vs, positions))
    for _ in range(world):
        for r, (K, V, key_at) in enumerate(blocks):
            seen = key_at <= positions[r][:, None]  # (N, N)
            scores = np.where(seen, Qs[r] @ K.T / scale, -np.inf)  # (N, N)
            states[r] = merge_block(states[r], scores.astype(Qs[r].dtype), V)
        blocks = blocks[-1:] + blocks[:-1]  # rank r은 r-1이 가졌던 것을 받는다
    return [finish(state) for state in states]
