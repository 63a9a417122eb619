import numpy as np

MISTAKE = "아래 삼각 대신 위 삼각을 남긴다"
SYMPTOM = "과거 대신 미래를 본다"
CAUGHT_BY = "test_causal_mask"
CAUSE_WORD = "미래를 보니"
SOURCE = ""


def causal_mask(T):
    return np.triu(np.ones((T, T), dtype=bool))  # (T, T)
