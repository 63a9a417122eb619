import numpy as np

MISTAKE = "PAD가 앞에 있다고 본다"
SYMPTOM = "문장의 앞을 가린다"
CAUGHT_BY = "test_padding_mask"
CAUSE_WORD = "뒤쪽이 열려"
SOURCE = ""


def padding_mask(lengths, S):
    return (np.arange(S) >= S - lengths[:, None])[:, None, :]  # (B, 1, S)
