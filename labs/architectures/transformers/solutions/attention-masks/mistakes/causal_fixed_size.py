import numpy as np

MISTAKE = "크기를 4로 못박는다"
SYMPTOM = "길이가 4가 아닌 입력에서 모양이 어긋난다"
CAUGHT_BY = "test_causal_mask"
CAUSE_WORD = "모양"
SOURCE = ""


def causal_mask(T):
    return np.tril(np.ones((4, 4), dtype=bool))  # (4, 4)
