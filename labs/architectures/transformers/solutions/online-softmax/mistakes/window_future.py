MISTAKE = "창을 반대쪽으로 연다"
SYMPTOM = "과거가 아니라 미래를 본다"
CAUGHT_BY = "test_window_mask"
CAUSE_WORD = "미래를 본"
SOURCE = ""


def window_mask(query, key, window):
    ahead = key - query[:, None]
    return (ahead >= 0) & (ahead < window)
