MISTAKE = "목표를 재지 못한 자리를 센다"
SYMPTOM = "채운 값을 맞히라고 배운다"
CAUGHT_BY = "test_targets_with_gaps"
CAUSE_WORD = "목표를 재지"
SOURCE = ""


def forecast_targets(values, measured, horizon):
    return values[:, :-horizon], values[:, horizon:], measured[:, :-horizon]
