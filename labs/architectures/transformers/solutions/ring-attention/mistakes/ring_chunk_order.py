import math

import numpy as np

MISTAKE = "위치 대신 rank의 번호로 가린다"
SYMPTOM = "앞뒤를 짝지은 조각에서 틀린다"
CAUGHT_BY = "test_balanced"
CAUSE_WORD = "rank의 번호"
SOURCE = ""


def ring_attention(Qs, Ks, Vs, positions):
    world, scale = len(Qs), math.sqrt(Qs[0].shape[-1])
    outputs = []
    for r in range(world):
        state = empty_state(len(Qs[r]), Vs[r].shape[-1], Qs[r].dtype)
        for s in range(r + 1):  # 앞 rank의 조각은 모두 과거라고 본다
            scores = Qs[r] @ Ks[s].T / scale
            if s == r:
                scores = np.where(positions[s] <= positions[r][:, None], scores, -np.inf)
            state = merge_block(state, scores.astype(Qs[r].dtype), Vs[s])
        outputs.append(finish(state))
    return outputs
