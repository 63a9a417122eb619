MISTAKE = "입력에서 마지막 token을 빼지 않는다"
SYMPTOM = "입력과 정답의 길이가 다르다"
CAUGHT_BY = "test_targets_by_hand"
CAUSE_WORD = "자르지 않았으니"
SOURCE = ""


def decoder_targets(tokens, pad):
    targets = tokens[:, 1:]
    return tokens, targets, targets != pad
