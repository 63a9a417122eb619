MISTAKE = "memory의 모양을 (S, Dv)로 잡는다"
SYMPTOM = "key의 수와 특징의 수가 같을 때만 돈다"
CAUGHT_BY = "test_queries_and_keys"
CAUSE_WORD = "key의 특징 (S, m)"
SOURCE = ""


def linear_attention(phi_Q, phi_K, V, real=None):
    if real is not None:
        phi_K = np.where(real[..., None], phi_K, 0)
    memory = np.zeros_like(V)
    for s in range(V.shape[-2]):
        memory += phi_K[..., s, :, None] * V[..., s, None, :]
    total = phi_Q @ phi_K.sum(axis=-2)[..., None]
    return phi_Q @ memory / np.where(total == 0, 1, total)
