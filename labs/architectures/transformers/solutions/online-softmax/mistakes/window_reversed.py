MISTAKE = "True와 False를 뒤바꾼다"
SYMPTOM = "보아야 할 것만 가린다"
CAUGHT_BY = "test_window_mask"
CAUSE_WORD = "뒤바뀌었으니"
SOURCE = ""


def window_mask(query, key, window):
    ahead = query[:, None] - key
    return (ahead < 0) | (ahead >= window)
