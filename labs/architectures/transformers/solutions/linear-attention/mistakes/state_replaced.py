MISTAKE = "상태를 이 토막의 것으로 바꾼다"
SYMPTOM = "바로 앞의 토막만 기억한다"
CAUGHT_BY = "test_token_by_token"
CAUSE_WORD = "앞의 상태를 버린"
SOURCE = ""


def advance(state, phi_Q, phi_K, V):
    memory, total = state
    near = np.tril(phi_Q @ phi_K.swapaxes(-1, -2))
    bottom = phi_Q @ total[..., None] + near.sum(axis=-1, keepdims=True)
    return (phi_Q @ memory + near @ V) / bottom, phi_K.swapaxes(-1, -2) @ V, phi_K.sum(axis=-2)
