MISTAKE = "가중치의 합 대신 key의 수로 나눈다"
SYMPTOM = "특징의 크기가 그대로 출력의 크기가 된다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "key의 수로 나눈"
SOURCE = ""


def linear_attention(phi_Q, phi_K, V, real=None):
    if real is not None:
        phi_K = np.where(real[..., None], phi_K, 0)
    return phi_Q @ (phi_K.swapaxes(-1, -2) @ V) / V.shape[-2]
