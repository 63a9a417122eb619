import numpy as np

MISTAKE = "log 확률에 부호를 붙이지 않는다"
SYMPTOM = "학습하면 정답의 확률이 내려간다"
CAUGHT_BY = "test_loss_by_hand"
CAUSE_WORD = "부호가 뒤집혔으니"
SOURCE = ""


def cross_entropy(logits, targets):
    shifted = logits - logits.max(axis=-1, keepdims=True)
    log_p = shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True))
    return np.take_along_axis(log_p, targets[..., None], axis=-1)[..., 0]
