MISTAKE = "가중치의 합으로 나누지 않는다"
SYMPTOM = "출력이 길이에 비례해 커진다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "합으로 나누지 않은"
SOURCE = ""


def linear_attention(phi_Q, phi_K, V, real=None):
    if real is not None:
        phi_K = np.where(real[..., None], phi_K, 0)
    return phi_Q @ (phi_K.swapaxes(-1, -2) @ V)
