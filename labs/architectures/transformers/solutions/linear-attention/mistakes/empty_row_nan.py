MISTAKE = "볼 key가 없는 행을 0으로 나눈다"
SYMPTOM = "모두 PAD인 문장 하나가 손실을 NaN으로 만든다"
CAUGHT_BY = "test_no_key"
CAUSE_WORD = "0을 0으로 나누니"
SOURCE = ""


def linear_attention(phi_Q, phi_K, V, real=None):
    if real is not None:
        phi_K = np.where(real[..., None], phi_K, 0)
    return phi_Q @ (phi_K.swapaxes(-1, -2) @ V) / (phi_Q @ phi_K.sum(axis=-2)[..., None])
