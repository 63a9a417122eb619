MISTAKE = "손 계산의 √4 = 2를 상수로 적는다"
SYMPTOM = "D=4인 예제만 통과한다"
CAUGHT_BY = "test_all_queries"
CAUSE_WORD = "나눈 수가 2인"
SOURCE = ""


def attention(Q, K, V):
    weights = softmax(Q @ K.swapaxes(-1, -2) / 2.0)  # (..., T, S)
    return weights @ V, weights
