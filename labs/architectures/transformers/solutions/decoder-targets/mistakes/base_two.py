import numpy as np

MISTAKE = "밑이 2인 log를 쓴다"
SYMPTOM = "손실의 단위가 다르다"
CAUGHT_BY = "test_loss_by_hand"
CAUSE_WORD = "밑이 2"
SOURCE = ""


def cross_entropy(logits, targets):
    exp = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return -np.log2(np.take_along_axis(exp / exp.sum(axis=-1, keepdims=True), targets[..., None], axis=-1)[..., 0])
