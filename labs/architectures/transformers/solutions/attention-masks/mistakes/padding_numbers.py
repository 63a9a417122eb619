import numpy as np

MISTAKE = "boolean 대신 0과 1의 정수 표를 돌려준다"
SYMPTOM = "~로 뒤집으면 -1과 -2가 된다"
CAUGHT_BY = "test_padding_mask"
CAUSE_WORD = "dtype=bool"
SOURCE = ""


def padding_mask(lengths, S):
    return (np.arange(S) < lengths[:, None]).astype(int)[:, None, :]  # (B, 1, S)
