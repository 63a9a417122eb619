MISTAKE = "문장마다 평균한 뒤 다시 평균한다"
SYMPTOM = "짧은 문장의 token이 더 무겁다"
CAUGHT_BY = "test_masked_mean"
CAUSE_WORD = "다시 평균해"
SOURCE = ""


def masked_loss(logits, targets, real):
    rows = (cross_entropy(logits, targets) * real).sum(axis=1) / real.sum(axis=1)
    return float(rows.mean())
