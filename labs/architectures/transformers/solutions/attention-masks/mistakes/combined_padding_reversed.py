MISTAKE = "한쪽 mask만 반대 관례로 만든다"
SYMPTOM = "과거의 PAD만 보인다"
CAUGHT_BY = "test_causal_padding_mask"
CAUSE_WORD = "padding 쪽이 뒤집혔으니"
SOURCE = ""


def causal_padding_mask(lengths, T):
    return causal_mask(T) & ~padding_mask(lengths, T)  # (B, T, T)
