MISTAKE = "돌리지 않는다"
SYMPTOM = "위치가 들어가지 않는다"
CAUGHT_BY = "test_quarter_turn"
CAUSE_WORD = "돌리지 않은"
SOURCE = ""


def rope(X, positions, layout):
    return X.copy()
