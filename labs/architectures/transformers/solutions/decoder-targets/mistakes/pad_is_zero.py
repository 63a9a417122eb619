MISTAKE = "PAD의 번호를 0으로 못 박는다"
SYMPTOM = "PAD의 번호가 다른 자료에서 PAD를 배운다"
CAUGHT_BY = "test_targets_with_pads"
CAUSE_WORD = "PAD가 언제나 0이라고"
SOURCE = ""


def decoder_targets(tokens, pad):
    return tokens[:, :-1], tokens[:, 1:], tokens[:, 1:] != 0
