MISTAKE = "출력에 넘겨받은 상태를 쓰지 않는다"
SYMPTOM = "토막의 앞을 잊고, 하나씩 읽으면 자기만 베낀다"
CAUGHT_BY = "test_token_by_token"
CAUSE_WORD = "앞의 토막을 잊은"
SOURCE = ""


def advance(state, phi_Q, phi_K, V):
    memory, total = state
    near = np.tril(phi_Q @ phi_K.swapaxes(-1, -2))
    output = near @ V / near.sum(axis=-1, keepdims=True)
    return output, memory + phi_K.swapaxes(-1, -2) @ V, total + phi_K.sum(axis=-2)
