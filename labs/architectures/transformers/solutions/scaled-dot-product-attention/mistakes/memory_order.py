import math

MISTAKE = "메모리에 이어져 있다고 보고 shape를 바꿔 끼운다"
SYMPTOM = "전치해 얻은 입력에서 멈춘다"
CAUGHT_BY = "test_memory_layout"
CAUSE_WORD = "view"
SOURCE = ""


def attention(Q, K, V):
    flat = Q.view()
    flat.shape = (-1, Q.shape[-1])
    scores = flat.reshape(Q.shape) @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    weights = softmax(scores)  # (..., T, S)
    return weights @ V, weights
