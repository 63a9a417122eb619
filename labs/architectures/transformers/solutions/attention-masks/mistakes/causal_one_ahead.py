import numpy as np

MISTAKE = "s <= t 대신 s <= t + 1로 적는다"
SYMPTOM = "다음 token이 새어 손실이 비현실적으로 낮다"
CAUGHT_BY = "test_causal_mask"
CAUSE_WORD = "미래 key를 하나 더"
SOURCE = ""


def causal_mask(T):
    return np.tril(np.ones((T, T), dtype=bool), k=1)  # (T, T)
