import numpy as np

MISTAKE = "모든 문장에 가장 긴 길이를 쓴다"
SYMPTOM = "짧은 문장의 PAD가 보인다"
CAUGHT_BY = "test_padding_mask"
CAUSE_WORD = "가장 긴"
SOURCE = ""


def padding_mask(lengths, S):
    return (np.arange(S) < np.full_like(lengths, lengths.max())[:, None])[:, None, :]  # (B, 1, S)
