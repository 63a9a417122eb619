MISTAKE = "horizon과 상관없이 한 칸만 민다"
SYMPTOM = "먼 예보가 한 걸음 예보가 된다"
CAUGHT_BY = "test_targets_far"
CAUSE_WORD = "한 칸만"
SOURCE = ""


def forecast_targets(values, measured, horizon):
    n = values.shape[1] - horizon
    return values[:, :n], values[:, 1 : n + 1], measured[:, :n] & measured[:, 1 : n + 1]
