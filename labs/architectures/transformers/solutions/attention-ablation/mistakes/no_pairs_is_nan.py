import numpy as np

MISTAKE = "짝이 없을 때도 평균을 낸다"
SYMPTOM = "token이 하나인 문장에서 NaN이 나온다"
CAUGHT_BY = "test_tau_without_pads"
CAUSE_WORD = "짝이 없으니"
SOURCE = ""


def kendall_tau(a, b, real):
    a, b = a[real], b[real]
    i, j = np.triu_indices(len(a), k=1)
    return float(np.sum(np.sign(a[i] - a[j]) * np.sign(b[i] - b[j])) / np.float64(len(i)))
