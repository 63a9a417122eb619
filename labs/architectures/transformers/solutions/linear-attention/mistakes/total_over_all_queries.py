MISTAKE = "모든 query의 합 하나로 나눈다"
SYMPTOM = "query가 하나일 때만 맞는다"
CAUGHT_BY = "test_queries_and_keys"
CAUSE_WORD = "모든 query의 가중치"
SOURCE = ""


def linear_attention(phi_Q, phi_K, V, real=None):
    if real is not None:
        phi_K = np.where(real[..., None], phi_K, 0)
    total = (phi_Q @ phi_K.sum(axis=-2)[..., None]).sum(axis=-2, keepdims=True)
    return phi_Q @ (phi_K.swapaxes(-1, -2) @ V) / np.where(total == 0, 1, total)
