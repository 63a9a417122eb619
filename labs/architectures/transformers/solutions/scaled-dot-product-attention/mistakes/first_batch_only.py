import math

MISTAKE = "batch의 첫 원소의 key만 쓴다"
SYMPTOM = "다른 문장의 key와 짝지어진다"
CAUGHT_BY = "test_batch_and_heads"
CAUSE_WORD = "점수"
SOURCE = ""


def attention(Q, K, V):
    keys = K[:1] if K.ndim > 2 else K
    scores = Q @ keys.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    weights = softmax(scores)  # (..., T, S)
    return weights @ V, weights
