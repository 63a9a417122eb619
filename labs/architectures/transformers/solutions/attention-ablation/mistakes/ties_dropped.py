import numpy as np

MISTAKE = "값이 같은 짝을 분모에서 뺀다"
SYMPTOM = "짝 몇 개만 남아도 1이 나온다"
CAUGHT_BY = "test_tau_ties"
CAUSE_WORD = "0으로 센다"
SOURCE = ""


def kendall_tau(a, b, real):
    a, b = a[real], b[real]
    i, j = np.triu_indices(len(a), k=1)
    product = np.sign(a[i] - a[j]) * np.sign(b[i] - b[j])
    return float(product[product != 0].mean()) if product.any() else 0.0
