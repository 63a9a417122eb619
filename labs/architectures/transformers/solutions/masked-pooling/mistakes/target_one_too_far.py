MISTAKE = "한 칸 더 민다"
SYMPTOM = "예보 거리가 하나 길다"
CAUGHT_BY = "test_targets_by_hand"
CAUSE_WORD = "한 칸 더"
SOURCE = ""


def forecast_targets(values, measured, horizon):
    h = horizon + 1
    return values[:, :-h], values[:, h:], measured[:, :-h] & measured[:, h:]
