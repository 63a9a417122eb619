import numpy as np

MISTAKE = "s < length 대신 s <= length로 적는다"
SYMPTOM = "PAD 하나가 섞인다"
CAUGHT_BY = "test_padding_mask"
CAUSE_WORD = "PAD를 하나 더"
SOURCE = ""


def padding_mask(lengths, S):
    return (np.arange(S) <= lengths[:, None])[:, None, :]  # (B, 1, S)
