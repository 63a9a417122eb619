MISTAKE = "phi_Q와 phi_K를 먼저 곱한다"
SYMPTOM = "답은 맞지만 메모리가 길이의 제곱이다"
CAUGHT_BY = "test_memory"
CAUSE_WORD = "phi_K와 V를 먼저"
SOURCE = ""


def linear_attention(phi_Q, phi_K, V, real=None):
    weights = phi_Q @ phi_K.swapaxes(-1, -2)
    if real is not None:
        weights = np.where(real[..., None, :], weights, 0)
    total = weights.sum(axis=-1, keepdims=True)
    return weights @ V / np.where(total == 0, 1, total)
