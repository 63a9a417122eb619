import numpy as np

MISTAKE = "정답을 반대쪽으로 민다"
SYMPTOM = "지난 token을 맞히므로 손실이 0으로 간다"
CAUGHT_BY = "test_targets_by_hand"
CAUSE_WORD = "반대쪽으로 밀어"
SOURCE = ""


def decoder_targets(tokens, pad):
    targets = np.roll(tokens, 1, axis=1)[:, :-1]
    return tokens[:, :-1], targets, targets != pad
