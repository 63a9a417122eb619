import numpy as np

MISTAKE = "넘겨받은 lengths를 고친다"
SYMPTOM = "다음에 쓰는 lengths가 달라져 있다"
CAUGHT_BY = "test_padding_mask"
CAUSE_WORD = "제자리 연산"
SOURCE = ""


def padding_mask(lengths, S):
    lengths -= 1
    return (np.arange(S) <= lengths[:, None])[:, None, :]  # (B, 1, S)
