MISTAKE = "특징으로 바꾸기 전의 key를 0으로 두어 PAD의 특징이 1이다"
SYMPTOM = "PAD가 가려지지 않고 고르게 섞인다"
CAUGHT_BY = "test_hidden_keys"
CAUSE_WORD = "특징을 1로 둔"
SOURCE = ""


def linear_attention(phi_Q, phi_K, V, real=None):
    if real is not None:
        phi_K = np.where(real[..., None], phi_K, elu_feature(np.zeros_like(phi_K)))
    return phi_Q @ (phi_K.swapaxes(-1, -2) @ V) / (phi_Q @ phi_K.sum(axis=-2)[..., None])
