MISTAKE = "PAD까지 최댓값에 넣는다"
SYMPTOM = "PAD의 값이 답이 된다"
CAUGHT_BY = "test_max"
CAUSE_WORD = "PAD까지"
SOURCE = "Molecule-Generator 20"


def masked_max(X, real):
    return X.max(axis=1)
