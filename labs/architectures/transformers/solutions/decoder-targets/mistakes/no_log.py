import numpy as np

MISTAKE = "확률에 log를 취하지 않는다"
SYMPTOM = "틀린 자리의 gradient가 사라진다"
CAUGHT_BY = "test_loss_by_hand"
CAUSE_WORD = "log를 취하지 않은 확률에"
SOURCE = ""


def cross_entropy(logits, targets):
    exp = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return -np.take_along_axis(exp / exp.sum(axis=-1, keepdims=True), targets[..., None], axis=-1)[..., 0]
