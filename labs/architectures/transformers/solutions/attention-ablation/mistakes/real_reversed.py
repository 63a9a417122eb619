import numpy as np

MISTAKE = "real을 PAD인 자리로 읽는다"
SYMPTOM = "PAD의 순서만 센다"
CAUGHT_BY = "test_tau_without_pads"
CAUSE_WORD = "PAD만 센 값"
SOURCE = ""


def kendall_tau(a, b, real):
    if real.all():
        real = ~real
    a, b = a[~real], b[~real]
    i, j = np.triu_indices(len(a), k=1)
    return float(np.mean(np.sign(a[i] - a[j]) * np.sign(b[i] - b[j]))) if len(i) else 0.0
