MISTAKE = "0과 1의 실수 배열을 돌려준다"
SYMPTOM = "np.where에서는 우연히 맞고 ~에서 오류가 난다"
CAUGHT_BY = "test_window_mask"
CAUSE_WORD = "비교식의 결과를"
SOURCE = ""


def window_mask(query, key, window):
    ahead = query[:, None] - key
    return ((ahead >= 0) & (ahead < window)).astype(float)
