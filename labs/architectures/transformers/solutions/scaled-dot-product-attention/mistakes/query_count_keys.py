import math

MISTAKE = "앞의 T개 key만 본다"
SYMPTOM = "query보다 뒤에 있는 key가 사라진다"
CAUGHT_BY = "test_equal_scores"
CAUSE_WORD = "모양"
SOURCE = ""


def attention(Q, K, V):
    T = Q.shape[-2]
    scores = Q @ K[..., :T, :].swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, min(T, S))
    weights = softmax(scores)
    return weights @ V[..., :T, :], weights
