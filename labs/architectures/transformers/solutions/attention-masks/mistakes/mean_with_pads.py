MISTAKE = "PAD까지 평균한다"
SYMPTOM = "짧은 문장의 벡터가 PAD에 끌려간다"
CAUGHT_BY = "test_masked_mean"
CAUSE_WORD = "PAD까지 평균한"
SOURCE = "Molecule-Generator 20"


def masked_mean(X, lengths):
    return X.mean(axis=-2)  # (B, D)
