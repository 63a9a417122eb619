import numpy as np

MISTAKE = "자기와 바로 앞 하나만 본다"
SYMPTOM = "먼 과거를 잊는다"
CAUGHT_BY = "test_causal_mask"
CAUSE_WORD = "볼 수 있음"
SOURCE = ""


def causal_mask(T):
    return np.tril(np.ones((T, T), dtype=bool)) & np.triu(np.ones((T, T), dtype=bool), k=-1)  # (T, T)
