import math

MISTAKE = "메모리 순서대로 값을 읽는다"
SYMPTOM = "전치해 얻은 입력에서 값이 뒤섞인다"
CAUGHT_BY = "test_memory_layout"
CAUSE_WORD = "view"
SOURCE = ""


def attention(Q, K, V):
    keys = K.ravel(order="K").reshape(K.shape)
    scores = Q @ keys.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    weights = softmax(scores)  # (..., T, S)
    return weights @ V, weights
