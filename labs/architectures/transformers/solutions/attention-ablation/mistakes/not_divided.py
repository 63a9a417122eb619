import numpy as np

MISTAKE = "짝의 수로 나누지 않는다"
SYMPTOM = "문장이 길수록 커진다"
CAUGHT_BY = "test_tau_by_hand"
CAUSE_WORD = "짝의 수로 나누지 않은"
SOURCE = ""


def kendall_tau(a, b, real):
    a, b = a[real], b[real]
    i, j = np.triu_indices(len(a), k=1)
    return float(np.sum(np.sign(a[i] - a[j]) * np.sign(b[i] - b[j])))
