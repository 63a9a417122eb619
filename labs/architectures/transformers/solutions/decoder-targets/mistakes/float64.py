import numpy as np

MISTAKE = "float64로 바꾸어 셈한다"
SYMPTOM = "float32 model의 손실이 float64가 된다"
CAUGHT_BY = "test_float32_and_views"
CAUSE_WORD = "dtype"
SOURCE = ""


def cross_entropy(logits, targets):
    shifted = logits.astype(float) - logits.max(axis=-1, keepdims=True)
    return np.log(np.exp(shifted).sum(axis=-1)) - np.take_along_axis(shifted, targets[..., None], axis=-1)[..., 0]
