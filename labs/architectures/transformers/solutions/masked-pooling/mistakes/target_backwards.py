MISTAKE = "목표를 과거로 민다"
SYMPTOM = "이미 아는 값을 맞힌다"
CAUGHT_BY = "test_targets_by_hand"
CAUSE_WORD = "거꾸로"
SOURCE = ""


def forecast_targets(values, measured, horizon):
    return values[:, horizon:], values[:, :-horizon], measured[:, horizon:] & measured[:, :-horizon]
