MISTAKE = "이미 역수인 scale로 다시 나눈다"
SYMPTOM = "점수가 D배로 커져 softmax가 포화한다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "√D를 곱한"
SOURCE = "perceiver-io 9"


def attention(Q, K, V):
    scale = Q.shape[-1] ** -0.5
    weights = softmax(Q @ K.swapaxes(-1, -2) / scale)  # (..., T, S)
    return weights @ V, weights
