MISTAKE = "나누는 수에 지난 토막의 합을 더하지 않는다"
SYMPTOM = "prompt에서는 맞고 생성이 길어질수록 출력이 커진다"
CAUGHT_BY = "test_token_by_token"
CAUSE_WORD = "앞의 토막을 빼먹은"
SOURCE = ""


def advance(state, phi_Q, phi_K, V):
    memory, total = state
    near = np.tril(phi_Q @ phi_K.swapaxes(-1, -2))
    output = (phi_Q @ memory + near @ V) / near.sum(axis=-1, keepdims=True)
    return output, memory + phi_K.swapaxes(-1, -2) @ V, total + phi_K.sum(axis=-2)
