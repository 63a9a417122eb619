import numpy as np

MISTAKE = "softmax를 두 번 취한다"
SYMPTOM = "손실이 어느 값 아래로 내려가지 않는다"
CAUGHT_BY = "test_loss_by_hand"
CAUSE_WORD = "두 번 취한"
SOURCE = ""


def cross_entropy(logits, targets):
    for _ in range(2):
        logits = np.exp(logits - logits.max(axis=-1, keepdims=True))
        logits = logits / logits.sum(axis=-1, keepdims=True)
    return -np.log(np.take_along_axis(logits, targets[..., None], axis=-1)[..., 0])
