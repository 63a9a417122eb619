MISTAKE = "마지막 행을 문장 벡터로 쓴다"
SYMPTOM = "짧은 문장은 PAD를 낸다"
CAUGHT_BY = "test_masked_mean"
CAUSE_WORD = "손으로"
SOURCE = ""


def masked_mean(X, lengths):
    return X[:, -1] * (lengths > 0)[:, None]  # (B, D)
