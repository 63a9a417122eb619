MISTAKE = "입력을 재지 못한 자리를 센다"
SYMPTOM = "지어낸 입력으로 배운다"
CAUGHT_BY = "test_targets_with_gaps"
CAUSE_WORD = "입력을 재지"
SOURCE = ""


def forecast_targets(values, measured, horizon):
    return values[:, :-horizon], values[:, horizon:], measured[:, horizon:]
