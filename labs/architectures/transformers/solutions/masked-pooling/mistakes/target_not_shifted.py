MISTAKE = "목표를 밀지 않는다"
SYMPTOM = "손실이 0으로 내려가지만 입력을 베낄 뿐이다"
CAUGHT_BY = "test_targets_by_hand"
CAUSE_WORD = "밀지 않은"
SOURCE = ""


def forecast_targets(values, measured, horizon):
    kept = values[:, :-horizon]
    return kept, kept, measured[:, :-horizon] & measured[:, horizon:]
