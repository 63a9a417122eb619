MISTAKE = "output과 상태 둘을 묶어 돌려준다"
SYMPTOM = "다음 토막에서 받을 것의 수가 맞지 않는다"
CAUGHT_BY = "test_first_chunk"
CAUSE_WORD = "이 순서로"
SOURCE = ""


def advance(state, phi_Q, phi_K, V):
    memory, total = state
    near = np.tril(phi_Q @ phi_K.swapaxes(-1, -2))
    output = (phi_Q @ memory + near @ V) / (phi_Q @ total[..., None] + near.sum(axis=-1, keepdims=True))
    return output, (memory + phi_K.swapaxes(-1, -2) @ V, total + phi_K.sum(axis=-2))
