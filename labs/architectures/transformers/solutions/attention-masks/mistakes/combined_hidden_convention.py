MISTAKE = "두 mask를 뒤집어 OR로 합치고 되돌리지 않는다"
SYMPTOM = "True가 '가림'이 된다"
CAUGHT_BY = "test_causal_padding_mask"
CAUSE_WORD = "표가 뒤집혔으니"
SOURCE = ""


def causal_padding_mask(lengths, T):
    return ~causal_mask(T) | ~padding_mask(lengths, T)  # (B, T, T)
