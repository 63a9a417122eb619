import numpy as np

MISTAKE = "causal mask를 가릴 곳이 True가 되게 만든다"
SYMPTOM = "미래를 보고 마지막 행은 비어 있다"
CAUGHT_BY = "test_causal_mask"
CAUSE_WORD = "뒤집힌"
SOURCE = "LLMs-from-scratch 1062"


def causal_mask(T):
    return np.triu(np.ones((T, T), dtype=bool), k=1)  # (T, T)
