import numpy as np

MISTAKE = "roll로 밀어 끝에서 처음으로 감긴다"
SYMPTOM = "마지막 자리의 답이 오래된 과거다"
CAUGHT_BY = "test_targets_by_hand"
CAUSE_WORD = "감긴"
SOURCE = ""


def forecast_targets(values, measured, horizon):
    return values, np.roll(values, -horizon, axis=1), measured & np.roll(measured, -horizon, axis=1)
