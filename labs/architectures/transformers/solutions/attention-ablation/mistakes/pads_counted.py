import numpy as np

MISTAKE = "PAD까지 짝에 넣는다"
SYMPTOM = "길이가 짧은 문장일수록 순서가 맞아 보인다"
CAUGHT_BY = "test_tau_without_pads"
CAUSE_WORD = "PAD까지 짝에"
SOURCE = "Molecule-Generator 20"


def kendall_tau(a, b, real):
    i, j = np.triu_indices(len(a), k=1)
    return float(np.mean(np.sign(a[i] - a[j]) * np.sign(b[i] - b[j])))
