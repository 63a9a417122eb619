import numpy as np

MISTAKE = "key가 아니라 query 축을 가린다"
SYMPTOM = "PAD key가 그대로 보인다"
CAUGHT_BY = "test_padding_mask"
CAUSE_WORD = "query 축"
SOURCE = ""


def padding_mask(lengths, S):
    return (np.arange(S) < lengths[:, None])[:, :, None]  # (B, S, 1)
