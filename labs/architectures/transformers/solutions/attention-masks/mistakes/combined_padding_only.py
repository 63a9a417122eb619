import numpy as np

MISTAKE = "causal mask를 빠뜨린다"
SYMPTOM = "미래가 보인다"
CAUGHT_BY = "test_causal_padding_mask"
CAUSE_WORD = "causal이 빠지고"
SOURCE = ""


def causal_padding_mask(lengths, T):
    return np.broadcast_to(padding_mask(lengths, T), (len(lengths), T, T))  # (B, T, T)
