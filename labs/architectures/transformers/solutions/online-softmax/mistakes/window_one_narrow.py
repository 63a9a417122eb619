MISTAKE = "창이 한 칸 좁다"
SYMPTOM = "자기를 빼고 센 창과 섞어 쓴 것이다"
CAUGHT_BY = "test_window_mask"
CAUSE_WORD = "key를 하나 덜 본"
SOURCE = ""


def window_mask(query, key, window):
    ahead = query[:, None] - key
    return (ahead >= 0) & (ahead < window - 1)
