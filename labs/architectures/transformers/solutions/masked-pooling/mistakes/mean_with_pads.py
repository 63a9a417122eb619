MISTAKE = "PAD까지 평균한다"
SYMPTOM = "짧은 문장일수록 답이 PAD 쪽으로 끌려간다"
CAUGHT_BY = "test_mean_by_hand"
CAUSE_WORD = "PAD까지"
SOURCE = "Molecule-Generator 20"


def masked_mean(X, real):
    return X.mean(axis=1)
