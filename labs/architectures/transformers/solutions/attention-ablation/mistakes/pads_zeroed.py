import numpy as np

MISTAKE = "PAD의 값을 0으로 바꾸기만 한다"
SYMPTOM = "PAD와 실제 token의 짝이 여전히 답을 바꾼다"
CAUGHT_BY = "test_tau_without_pads"
CAUSE_WORD = "짝에서 아예 뺀다"
SOURCE = ""


def kendall_tau(a, b, real):
    a, b = np.where(real, a, 0), np.where(real, b, 0)
    i, j = np.triu_indices(len(a), k=1)
    return float(np.mean(np.sign(a[i] - a[j]) * np.sign(b[i] - b[j])))
