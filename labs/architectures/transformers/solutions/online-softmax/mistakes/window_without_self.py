MISTAKE = "자기를 보지 않는다"
SYMPTOM = "첫 query가 볼 key가 없다"
CAUGHT_BY = "test_window_mask"
CAUSE_WORD = "자기를 보지 않은"
SOURCE = ""


def window_mask(query, key, window):
    ahead = query[:, None] - key
    return (ahead > 0) & (ahead < window)
