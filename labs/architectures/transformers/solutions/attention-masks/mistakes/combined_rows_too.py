MISTAKE = "PAD query의 행까지 가린다"
SYMPTOM = "볼 key가 없는 행이 늘어난다"
CAUGHT_BY = "test_causal_padding_mask"
CAUSE_WORD = "PAD query의 행을"
SOURCE = ""


def causal_padding_mask(lengths, T):
    real = padding_mask(lengths, T)  # (B, 1, T)
    return causal_mask(T) & real & real.swapaxes(-1, -2)  # (B, T, T)
