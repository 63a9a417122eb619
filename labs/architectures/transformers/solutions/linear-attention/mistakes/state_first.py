MISTAKE = "상태를 먼저 고치고 그 상태로 출력을 낸다"
SYMPTOM = "하나씩 읽으면 맞고, 토막으로 읽으면 미래를 본다"
CAUGHT_BY = "test_first_chunk"
CAUSE_WORD = "미래를 본"
SOURCE = ""


def advance(state, phi_Q, phi_K, V):
    memory, total = state
    memory, total = memory + phi_K.swapaxes(-1, -2) @ V, total + phi_K.sum(axis=-2)
    return phi_Q @ memory / (phi_Q @ total[..., None]), memory, total
