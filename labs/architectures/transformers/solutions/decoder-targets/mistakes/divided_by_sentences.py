MISTAKE = "문장의 수로 나눈다"
SYMPTOM = "긴 문장일수록 손실이 크다"
CAUGHT_BY = "test_masked_mean"
CAUSE_WORD = "문장의 수로"
SOURCE = ""


def masked_loss(logits, targets, real):
    return float(cross_entropy(logits, targets)[real].sum() / len(real))
