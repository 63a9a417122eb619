MISTAKE = "T로 모든 축을 뒤집는다"
SYMPTOM = "batch가 없을 때만 돈다"
CAUGHT_BY = "test_batch"
CAUSE_WORD = "앞에 붙은 축은 그대로"
SOURCE = ""


def linear_attention(phi_Q, phi_K, V, real=None):
    if real is not None:
        phi_K = np.where(real[..., None], phi_K, 0)
    total = phi_Q @ phi_K.sum(axis=-2)[..., None]
    return phi_Q @ (phi_K.T @ V) / np.where(total == 0, 1, total)
