import math

MISTAKE = "미래를 가리지 않는다"
SYMPTOM = "뒤의 token을 본다"
CAUGHT_BY = "test_one_rank"
CAUSE_WORD = "미래"
SOURCE = ""


def ring_attention(Qs, Ks, Vs, positions):
    world, scale = len(Qs), math.sqrt(Qs[0].shape[-1])
    states = [empty_state(len(Q), V.shape[-1], Q.dtype) for Q, V in zip(Qs, Vs)]
    blocks = list(zip(Ks, Vs, positions))
    for _ in range(world):
        for r, (K, V, key_at) in enumerate(blocks):
            seen = key_at <= positions[r][:, None]  # (N, N)
            scores = Qs[r] @ K.T / scale  # (N, N)
            states[r] = merge_block(states[r], scores.astype(Qs[r].dtype), V)
        blocks = blocks[-1:] + blocks[:-1]  # rank r은 r-1이 가졌던 것을 받는다
    return [finish(state) for state in states]
