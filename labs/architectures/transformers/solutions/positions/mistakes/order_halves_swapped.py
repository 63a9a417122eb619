MISTAKE = "절반을 맞바꾼다"
SYMPTOM = "짝이 맞지 않는다"
CAUGHT_BY = "test_half_order"
CAUSE_WORD = "뒤쪽 열을 앞에"
SOURCE = ""


def half_order(D):
    return np.roll(np.arange(D), D // 2)
