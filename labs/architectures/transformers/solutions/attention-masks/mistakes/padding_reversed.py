import numpy as np

MISTAKE = "PAD인 자리를 True로 둔다"
SYMPTOM = "실제 token 대신 PAD를 본다"
CAUGHT_BY = "test_padding_mask"
CAUSE_WORD = "뒤집힌"
SOURCE = "LLMs-from-scratch 1062"


def padding_mask(lengths, S):
    return (np.arange(S) >= lengths[:, None])[:, None, :]  # (B, 1, S)
