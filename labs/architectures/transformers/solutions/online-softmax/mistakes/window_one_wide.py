MISTAKE = "창이 한 칸 넓다"
SYMPTOM = "짧은 입력에서는 맞고 긴 입력에서 조금 다르다"
CAUGHT_BY = "test_window_mask"
CAUSE_WORD = "key를 하나 더 본"
SOURCE = "transformers 39408"


def window_mask(query, key, window):
    ahead = query[:, None] - key
    return (ahead >= 0) & (ahead <= window)
