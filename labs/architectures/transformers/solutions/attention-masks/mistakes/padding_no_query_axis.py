import numpy as np

MISTAKE = "query에 broadcast될 축을 넣지 않는다"
SYMPTOM = "(B, S)가 점수의 (T, S)에 잘못 맞춰진다"
CAUGHT_BY = "test_padding_mask"
CAUSE_WORD = "가운데 축"
SOURCE = ""


def padding_mask(lengths, S):
    return np.arange(S) < lengths[:, None]  # (B, S)
