import numpy as np

MISTAKE = "맞은 짝의 비율만 낸다"
SYMPTOM = "무관한 순서도 절반쯤이 된다"
CAUGHT_BY = "test_tau_by_hand"
CAUSE_WORD = "틀린 짝의 비율을 뺀다"
SOURCE = ""


def kendall_tau(a, b, real):
    a, b = a[real], b[real]
    i, j = np.triu_indices(len(a), k=1)
    return float(np.mean((a[i] - a[j]) * (b[i] - b[j]) > 0)) if len(i) else 0.0
