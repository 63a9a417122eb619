MISTAKE = "PAD의 점수를 0으로 바꾸기만 한다"
SYMPTOM = "PAD마다 log V가 손실에 남는다"
CAUGHT_BY = "test_masked_mean"
CAUSE_WORD = "log V가 남았으니"
SOURCE = ""


def masked_loss(logits, targets, real):
    return float(cross_entropy(logits * real[..., None], targets).mean())
