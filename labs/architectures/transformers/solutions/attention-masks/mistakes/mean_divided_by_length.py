MISTAKE = "실제 token만 더하고 T로 나눈다"
SYMPTOM = "짧은 문장의 벡터가 작아진다"
CAUGHT_BY = "test_masked_mean"
CAUSE_WORD = "T로 나눈"
SOURCE = ""


def masked_mean(X, lengths):
    real = padding_mask(lengths, X.shape[-2]).swapaxes(-1, -2)  # (B, T, 1)
    return (X * real).mean(axis=-2)  # (B, D)
