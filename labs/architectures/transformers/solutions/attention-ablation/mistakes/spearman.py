import numpy as np

MISTAKE = "순위로 바꾸어 상관을 구한다"
SYMPTOM = "Kendall이 아니라 Spearman의 순위상관이다"
CAUGHT_BY = "test_tau_by_hand"
CAUSE_WORD = "Spearman"
SOURCE = ""


def kendall_tau(a, b, real):
    ranks = [np.argsort(np.argsort(v[real])) for v in (a, b)]
    return float(np.corrcoef(*ranks)[0, 1]) if real.sum() > 1 else 0.0
