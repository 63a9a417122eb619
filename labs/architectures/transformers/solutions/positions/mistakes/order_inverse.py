MISTAKE = "거꾸로 옮기는 순서를 돌려준다"
SYMPTOM = "폭이 4보다 크면 짝이 흩어진다"
CAUGHT_BY = "test_half_order"
CAUSE_WORD = "거꾸로 옮기는"
SOURCE = ""


def half_order(D):
    return np.arange(D).reshape(2, D // 2).T.ravel()
