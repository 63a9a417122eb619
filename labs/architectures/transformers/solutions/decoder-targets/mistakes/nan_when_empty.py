import numpy as np

MISTAKE = "실제 자리가 없을 때도 나눈다"
SYMPTOM = "모두 PAD인 batch에서 손실이 NaN이다"
CAUGHT_BY = "test_nothing_to_learn"
CAUSE_WORD = "0으로 나누지 말고"
SOURCE = ""


def masked_loss(logits, targets, real):
    return float(np.float64(cross_entropy(logits, targets)[real].sum()) / real.sum())
