MISTAKE = "정답을 밀지 않는다"
SYMPTOM = "손실이 곧 0으로 가고, 생성하면 입력을 되풀이한다"
CAUGHT_BY = "test_targets_by_hand"
CAUSE_WORD = "한 칸 밀지 않아"
SOURCE = ""


def decoder_targets(tokens, pad):
    targets = tokens[:, :-1]
    return tokens[:, :-1], targets, targets != pad
