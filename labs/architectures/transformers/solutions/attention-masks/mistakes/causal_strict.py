import numpy as np

MISTAKE = "s <= t 대신 s < t로 적는다"
SYMPTOM = "첫 query는 볼 key가 없다"
CAUGHT_BY = "test_causal_mask"
CAUSE_WORD = "자기 자신이 빠져"
SOURCE = ""


def causal_mask(T):
    return np.tril(np.ones((T, T), dtype=bool), k=-1)  # (T, T)
