import numpy as np

MISTAKE = "softmax를 자리 축으로 취한다"
SYMPTOM = "자리끼리 확률을 나누어 가진다"
CAUGHT_BY = "test_loss_by_hand"
CAUSE_WORD = "자리 축으로"
SOURCE = ""


def cross_entropy(logits, targets):
    exp = np.exp(logits - logits.max(axis=-2, keepdims=True))
    return -np.log(np.take_along_axis(exp / exp.sum(axis=-2, keepdims=True), targets[..., None], axis=-1)[..., 0])
