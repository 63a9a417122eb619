MISTAKE = "np.tri로 만든 float64 mask를 곱한다"
SYMPTOM = "float32 입력이 float64로 바뀌어 메모리가 두 배다"
CAUGHT_BY = "test_float32"
CAUSE_WORD = "float64"
SOURCE = ""


def advance(state, phi_Q, phi_K, V):
    memory, total = state
    near = phi_Q @ phi_K.swapaxes(-1, -2) * np.tri(V.shape[-2])
    bottom = phi_Q @ total[..., None] + near.sum(axis=-1, keepdims=True)
    output = (phi_Q @ memory + near @ V) / bottom
    return output, memory + phi_K.swapaxes(-1, -2) @ V, total + phi_K.sum(axis=-2)
