import numpy as np

MISTAKE = "padding mask를 빠뜨린다"
SYMPTOM = "PAD가 보인다"
CAUGHT_BY = "test_causal_padding_mask"
CAUSE_WORD = "padding이 빠지고"
SOURCE = ""


def causal_padding_mask(lengths, T):
    return np.broadcast_to(causal_mask(T), (len(lengths), T, T))  # (B, T, T)
