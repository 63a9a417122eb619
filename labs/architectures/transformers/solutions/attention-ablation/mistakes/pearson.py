import numpy as np

MISTAKE = "값 자체의 상관을 구한다"
SYMPTOM = "값 하나가 크면 나머지 순서가 묻힌다"
CAUGHT_BY = "test_tau_by_hand"
CAUSE_WORD = "Pearson"
SOURCE = ""


def kendall_tau(a, b, real):
    return float(np.corrcoef(a[real], b[real])[0, 1]) if real.sum() > 1 else 0.0
