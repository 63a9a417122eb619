import numpy as np

MISTAKE = "정답을 두 칸 민다"
SYMPTOM = "생성하면 token을 하나씩 건너뛴다"
CAUGHT_BY = "test_targets_by_hand"
CAUSE_WORD = "두 칸을 밀었으니"
SOURCE = ""


def decoder_targets(tokens, pad):
    targets = np.roll(tokens, -2, axis=1)[:, :-1]
    return tokens[:, :-1], targets, targets != pad
