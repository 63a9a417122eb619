MISTAKE = "PAD의 value만 0으로 둔다"
SYMPTOM = "나누는 수에 PAD가 남아 짧은 문장의 출력이 작아진다"
CAUGHT_BY = "test_hidden_keys"
CAUSE_WORD = "분자에서만 뺀"
SOURCE = ""


def linear_attention(phi_Q, phi_K, V, real=None):
    if real is not None:
        V = np.where(real[..., None], V, 0)
    return phi_Q @ (phi_K.swapaxes(-1, -2) @ V) / (phi_Q @ phi_K.sum(axis=-2)[..., None])
