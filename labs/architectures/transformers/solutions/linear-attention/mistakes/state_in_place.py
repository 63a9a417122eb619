MISTAKE = "넘겨받은 상태를 제자리에서 고친다"
SYMPTOM = "같은 prompt에서 갈라 낸 두 생성이 서로의 상태를 바꾼다"
CAUGHT_BY = "test_first_chunk"
CAUSE_WORD = "제자리 연산"
SOURCE = ""


def advance(state, phi_Q, phi_K, V):
    memory, total = state
    near = np.tril(phi_Q @ phi_K.swapaxes(-1, -2))
    output = (phi_Q @ memory + near @ V) / (phi_Q @ total[..., None] + near.sum(axis=-1, keepdims=True))
    memory += phi_K.swapaxes(-1, -2) @ V
    total += phi_K.sum(axis=-2)
    return output, memory, total
