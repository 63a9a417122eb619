MISTAKE = "합을 나누지 않는다"
SYMPTOM = "batch가 클수록 learning rate가 커진 셈이 된다"
CAUGHT_BY = "test_masked_mean"
CAUSE_WORD = "나누지 않은 합"
SOURCE = ""


def masked_loss(logits, targets, real):
    return float(cross_entropy(logits, targets)[real].sum())
