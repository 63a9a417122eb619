MISTAKE = "padding을 key가 아니라 query 축에 건다"
SYMPTOM = "실제 query가 PAD를 본다"
CAUGHT_BY = "test_causal_padding_mask"
CAUSE_WORD = "PAD query의 행을"
SOURCE = ""


def causal_padding_mask(lengths, T):
    return causal_mask(T) & padding_mask(lengths, T).swapaxes(-1, -2)  # (B, T, T)
