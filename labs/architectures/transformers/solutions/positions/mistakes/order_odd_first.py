MISTAKE = "짝의 뒤쪽 열을 앞에 둔다"
SYMPTOM = "짝의 앞뒤가 바뀌어 거꾸로 돈다"
CAUGHT_BY = "test_half_order"
CAUSE_WORD = "뒤쪽 열을 앞에"
SOURCE = ""


def half_order(D):
    return np.concatenate([np.arange(1, D, 2), np.arange(0, D, 2)])
