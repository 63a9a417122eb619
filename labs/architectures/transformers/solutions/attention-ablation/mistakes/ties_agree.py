import numpy as np

MISTAKE = "값이 같은 짝을 맞은 것으로 센다"
SYMPTOM = "0이 많은 중요도일수록 잘 맞아 보인다"
CAUGHT_BY = "test_tau_ties"
CAUSE_WORD = "0으로 센다"
SOURCE = ""


def kendall_tau(a, b, real):
    a, b = a[real], b[real]
    i, j = np.triu_indices(len(a), k=1)
    return float(np.mean(np.where((a[i] - a[j]) * (b[i] - b[j]) >= 0, 1, -1))) if len(i) else 0.0
