MISTAKE = "둘 가운데 하나만 재었어도 센다"
SYMPTOM = "OR로 묶어 빠진 값이 들어온다"
CAUGHT_BY = "test_targets_with_gaps"
CAUSE_WORD = "하나만"
SOURCE = ""


def forecast_targets(values, measured, horizon):
    return values[:, :-horizon], values[:, horizon:], measured[:, :-horizon] | measured[:, horizon:]
