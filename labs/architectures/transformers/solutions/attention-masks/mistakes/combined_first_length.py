import numpy as np

MISTAKE = "첫 문장의 길이를 모든 문장에 쓴다"
SYMPTOM = "다른 문장의 PAD가 보이거나 실제 token이 가려진다"
CAUGHT_BY = "test_causal_padding_mask"
CAUSE_WORD = "볼 수 있음"
SOURCE = ""


def causal_padding_mask(lengths, T):
    return np.repeat(causal_mask(T) & padding_mask(lengths[:1], T), len(lengths), axis=0)  # (B, T, T)
