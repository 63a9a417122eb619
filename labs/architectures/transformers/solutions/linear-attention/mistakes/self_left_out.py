MISTAKE = "토막 안에서 자기를 빼놓는다"
SYMPTOM = "첫 token의 출력이 0이고 나머지는 제 value를 섞지 않는다"
CAUGHT_BY = "test_first_chunk"
CAUSE_WORD = "자기를 보지 않은"
SOURCE = ""


def advance(state, phi_Q, phi_K, V):
    memory, total = state
    near = np.tril(phi_Q @ phi_K.swapaxes(-1, -2), -1)
    bottom = phi_Q @ total[..., None] + near.sum(axis=-1, keepdims=True)
    top = (phi_Q @ memory + near @ V) / np.where(bottom == 0, 1, bottom)
    return top, memory + phi_K.swapaxes(-1, -2) @ V, total + phi_K.sum(axis=-2)
