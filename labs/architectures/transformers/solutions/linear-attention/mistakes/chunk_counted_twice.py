MISTAKE = "상태를 먼저 고치고 토막 안의 몫까지 더한다"
SYMPTOM = "방금 온 token이 두 배로 무거워지고 토막 안의 미래가 섞인다"
CAUGHT_BY = "test_first_chunk"
CAUSE_WORD = "두 번 센"
SOURCE = ""


def advance(state, phi_Q, phi_K, V):
    memory, total = state
    memory, total = memory + phi_K.swapaxes(-1, -2) @ V, total + phi_K.sum(axis=-2)
    near = np.tril(phi_Q @ phi_K.swapaxes(-1, -2))
    bottom = phi_Q @ total[..., None] + near.sum(axis=-1, keepdims=True)
    return (phi_Q @ memory + near @ V) / bottom, memory, total
