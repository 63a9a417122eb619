MISTAKE = "두 mask를 OR로 합친다"
SYMPTOM = "더 넓은 쪽이 보인다"
CAUGHT_BY = "test_causal_padding_mask"
CAUSE_WORD = "OR"
SOURCE = ""


def causal_padding_mask(lengths, T):
    return causal_mask(T) | padding_mask(lengths, T)  # (B, T, T)
