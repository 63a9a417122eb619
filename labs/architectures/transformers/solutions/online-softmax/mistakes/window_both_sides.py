MISTAKE = "창을 양쪽으로 연다"
SYMPTOM = "미래의 key를 본다"
CAUGHT_BY = "test_window_mask"
CAUSE_WORD = "양쪽을 본"
SOURCE = ""


def window_mask(query, key, window):
    return np.abs(query[:, None] - key) < window
