MISTAKE = "√64를 상수로 적는다"
SYMPTOM = "D=64인 모형에서만 맞다"
CAUGHT_BY = "test_one_query_by_hand"
CAUSE_WORD = "나눈 수가 8인"
SOURCE = ""


def attention(Q, K, V):
    weights = softmax(Q @ K.swapaxes(-1, -2) / 8.0)  # (..., T, S)
    return weights @ V, weights
