MISTAKE = "PAD의 손실을 0으로 하고 모든 자리의 수로 나눈다"
SYMPTOM = "짧은 문장이 많은 batch일수록 손실이 작다"
CAUGHT_BY = "test_masked_mean"
CAUSE_WORD = "모든 자리의 수로"
SOURCE = ""


def masked_loss(logits, targets, real):
    return float((cross_entropy(logits, targets) * real).mean())
