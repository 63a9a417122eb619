MISTAKE = "더해 갈 배열을 float64로 만든다"
SYMPTOM = "float32를 넣어도 float64가 나온다"
CAUGHT_BY = "test_float32"
CAUSE_WORD = "math.sqrt나 dtype=Q.dtype"
SOURCE = ""


def linear_attention(phi_Q, phi_K, V, real=None):
    if real is not None:
        phi_K = np.where(real[..., None], phi_K, 0)
    memory = np.zeros((*V.shape[:-2], phi_K.shape[-1], V.shape[-1]))
    for s in range(V.shape[-2]):
        memory += phi_K[..., s, :, None] * V[..., s, None, :]
    total = phi_Q @ phi_K.sum(axis=-2)[..., None]
    return phi_Q @ memory / np.where(total == 0, 1, total)
