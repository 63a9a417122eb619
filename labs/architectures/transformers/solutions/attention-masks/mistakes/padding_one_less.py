import numpy as np

MISTAKE = "번호가 1부터라고 본다"
SYMPTOM = "마지막 실제 token이 가려진다"
CAUGHT_BY = "test_padding_mask"
CAUSE_WORD = "마지막 실제 token"
SOURCE = ""


def padding_mask(lengths, S):
    return (np.arange(1, S + 1) < lengths[:, None])[:, None, :]  # (B, 1, S)
