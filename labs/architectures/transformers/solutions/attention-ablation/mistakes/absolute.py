import numpy as np

MISTAKE = "순서가 거꾸로여도 양수로 낸다"
SYMPTOM = "반대로 가리키는 중요도가 완벽해 보인다"
CAUGHT_BY = "test_tau_by_hand"
CAUSE_WORD = "절댓값을 취했으니"
SOURCE = ""


def kendall_tau(a, b, real):
    a, b = a[real], b[real]
    i, j = np.triu_indices(len(a), k=1)
    return abs(float(np.mean(np.sign(a[i] - a[j]) * np.sign(b[i] - b[j])))) if len(i) else 0.0
