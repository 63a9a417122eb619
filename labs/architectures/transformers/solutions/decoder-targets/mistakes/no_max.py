import numpy as np

MISTAKE = "최댓값을 빼지 않고 exp를 취한다"
SYMPTOM = "큰 점수에서 inf나 NaN이 나온다"
CAUGHT_BY = "test_large_logits"
CAUSE_WORD = "exp가 넘치거나"
SOURCE = ""


def cross_entropy(logits, targets):
    total = np.log(np.exp(logits).sum(axis=-1))
    return total - np.take_along_axis(logits, targets[..., None], axis=-1)[..., 0]
