MISTAKE = "PAD까지 평균한다"
SYMPTOM = "PAD를 맞히는 데 힘을 쓴다"
CAUGHT_BY = "test_masked_mean"
CAUSE_WORD = "PAD까지 평균한"
SOURCE = "Molecule-Generator 20"


def masked_loss(logits, targets, real):
    return float(cross_entropy(logits, targets).mean())
