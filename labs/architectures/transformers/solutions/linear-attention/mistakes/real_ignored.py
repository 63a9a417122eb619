MISTAKE = "real을 쓰지 않는다"
SYMPTOM = "짧은 문장의 출력이 PAD 쪽으로 끌려간다"
CAUGHT_BY = "test_hidden_keys"
CAUSE_WORD = "real을 쓰지 않은"
SOURCE = ""


def linear_attention(phi_Q, phi_K, V, real=None):
    return phi_Q @ (phi_K.swapaxes(-1, -2) @ V) / (phi_Q @ phi_K.sum(axis=-2)[..., None])
