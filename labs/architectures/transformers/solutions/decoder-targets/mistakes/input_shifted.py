MISTAKE = "입력과 정답을 모두 민다"
SYMPTOM = "자리 t가 보아야 할 시작 token이 사라진다"
CAUGHT_BY = "test_targets_by_hand"
CAUSE_WORD = "입력이 정답과 같은 열"
SOURCE = ""


def decoder_targets(tokens, pad):
    targets = tokens[:, 1:]
    return tokens[:, 1:], targets, targets != pad
