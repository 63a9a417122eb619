MISTAKE = "길이 0으로 나눈다"
SYMPTOM = "빈 문장의 벡터가 NaN이다"
CAUGHT_BY = "test_masked_mean"
CAUSE_WORD = "길이가 0인 문장이 NaN"
SOURCE = ""


def masked_mean(X, lengths):
    real = padding_mask(lengths, X.shape[-2]).swapaxes(-1, -2)  # (B, T, 1)
    return (X * real).sum(axis=-2) / lengths[:, None]  # (B, D)
