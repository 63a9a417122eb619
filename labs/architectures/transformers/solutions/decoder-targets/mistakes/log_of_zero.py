import numpy as np

MISTAKE = "softmax를 구한 뒤 log를 취한다"
SYMPTOM = "확률이 0으로 사라진 자리의 손실이 inf다"
CAUGHT_BY = "test_large_logits"
CAUSE_WORD = "exp가 넘치거나"
SOURCE = ""


def cross_entropy(logits, targets):
    exp = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return -np.log(np.take_along_axis(exp / exp.sum(axis=-1, keepdims=True), targets[..., None], axis=-1)[..., 0])
