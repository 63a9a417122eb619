MISTAKE = "점수를 √D로 나누지 않는다"
SYMPTOM = "폭이 커질수록 softmax가 포화하고 gradient가 사라진다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "√D로 나누지 않은"
SOURCE = ""


def attention(Q, K, V):
    weights = softmax(Q @ K.swapaxes(-1, -2))  # (..., T, S)
    return weights @ V, weights
