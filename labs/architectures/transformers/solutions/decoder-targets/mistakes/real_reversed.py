MISTAKE = "PAD인 자리를 True로 한다"
SYMPTOM = "PAD만 맞히도록 배운다"
CAUGHT_BY = "test_targets_by_hand"
CAUSE_WORD = "real이 뒤집혔으니"
SOURCE = ""


def decoder_targets(tokens, pad):
    return tokens[:, :-1], tokens[:, 1:], tokens[:, 1:] == pad
