import numpy as np

MISTAKE = "실제 token만 더하고 T로 나눈다"
SYMPTOM = "짧은 문장의 평균이 0에 가까워진다"
CAUGHT_BY = "test_mean_by_hand"
CAUSE_WORD = "T로 나눈"
SOURCE = "Molecule-Generator 20"


def masked_mean(X, real):
    return np.where(real[..., None], X, 0).mean(axis=1)
