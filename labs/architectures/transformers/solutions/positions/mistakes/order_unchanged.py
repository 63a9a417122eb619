MISTAKE = "옮기지 않는다"
SYMPTOM = "두 짝짓기가 같다고 여긴다"
CAUGHT_BY = "test_half_order"
CAUSE_WORD = "옮기지 않은"
SOURCE = ""


def half_order(D):
    return np.arange(D)
