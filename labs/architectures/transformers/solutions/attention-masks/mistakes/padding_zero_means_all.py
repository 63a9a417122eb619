import numpy as np

MISTAKE = "길이 0을 '모두 본다'로 바꾼다"
SYMPTOM = "빈 문장이 PAD를 본다"
CAUGHT_BY = "test_padding_mask"
CAUSE_WORD = "볼 수 있음"
SOURCE = ""


def padding_mask(lengths, S):
    lengths = np.where(lengths == 0, S, lengths)  # 빈 행에서 NaN이 나는 것을 피하려 했다
    return (np.arange(S) < lengths[:, None])[:, None, :]  # (B, 1, S)
