import numpy as np

MISTAKE = "0과 -inf의 표를 돌려준다"
SYMPTOM = "boolean으로 쓰면 -inf가 True다"
CAUGHT_BY = "test_causal_mask"
CAUSE_WORD = "dtype은 float64"
SOURCE = ""


def causal_mask(T):
    return np.triu(np.full((T, T), -np.inf), k=1)  # (T, T)
