import numpy as np

MISTAKE = "자기와의 짝까지 센다"
SYMPTOM = "순서가 모두 같아도 1이 되지 않는다"
CAUGHT_BY = "test_tau_by_hand"
CAUSE_WORD = "자기와의 짝"
SOURCE = ""


def kendall_tau(a, b, real):
    x, y = (np.sign(v[real][:, None] - v[real]) for v in (a, b))
    return float((x * y).mean()) if x.size else 0.0
