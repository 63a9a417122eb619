MISTAKE = "입력이 PAD인 자리를 뺀다"
SYMPTOM = "문장의 끝에서 PAD를 맞히는 자리가 손실에 남는다"
CAUGHT_BY = "test_targets_with_pads"
CAUSE_WORD = "입력이 PAD인지"
SOURCE = ""


def decoder_targets(tokens, pad):
    return tokens[:, :-1], tokens[:, 1:], tokens[:, :-1] != pad
