MISTAKE = "더하기만 하고 나누지 않는다"
SYMPTOM = "긴 문장의 벡터가 크다"
CAUGHT_BY = "test_masked_mean"
CAUSE_WORD = "나누지 않은 합"
SOURCE = ""


def masked_mean(X, lengths):
    real = padding_mask(lengths, X.shape[-2]).swapaxes(-1, -2)  # (B, T, 1)
    return (X * real).sum(axis=-2)  # (B, D)
