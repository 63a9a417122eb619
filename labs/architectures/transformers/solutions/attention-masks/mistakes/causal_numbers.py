import numpy as np

MISTAKE = "boolean 대신 0과 1의 실수 표를 돌려준다"
SYMPTOM = "& 연산이 멈추거나 점수에 더해지는 쪽으로 새 잘못을 부른다"
CAUGHT_BY = "test_causal_mask"
CAUSE_WORD = "dtype=bool"
SOURCE = ""


def causal_mask(T):
    return np.tril(np.ones((T, T)))  # (T, T)
