MISTAKE = "실수 순서를 돌려준다"
SYMPTOM = "첨자로 쓰면 오류가 난다"
CAUGHT_BY = "test_half_order"
CAUSE_WORD = "정수 배열을"
SOURCE = ""


def half_order(D):
    return np.concatenate([np.linspace(0, D - 2, D // 2), np.linspace(1, D - 1, D // 2)])
