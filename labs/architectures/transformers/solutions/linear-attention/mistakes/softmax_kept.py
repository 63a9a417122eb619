MISTAKE = "특징의 내적에 softmax를 취한다"
SYMPTOM = "softmax가 끼어 곱하는 순서를 바꾸지 못하고, 다른 함수를 계산한다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "softmax를 취한"
SOURCE = ""


def linear_attention(phi_Q, phi_K, V, real=None):
    scores = phi_Q @ phi_K.swapaxes(-1, -2)
    if real is not None:
        scores = np.where(real[..., None, :], scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ V
