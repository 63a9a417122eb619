MISTAKE = "두 mask를 ^로 합친다"
SYMPTOM = "둘 다 허락한 자리가 가려진다"
CAUGHT_BY = "test_causal_padding_mask"
CAUSE_WORD = "XOR"
SOURCE = ""


def causal_padding_mask(lengths, T):
    return causal_mask(T) ^ padding_mask(lengths, T)  # (B, T, T)
