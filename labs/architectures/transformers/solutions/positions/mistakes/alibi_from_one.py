MISTAKE = "거리를 1부터 센다"
SYMPTOM = "softmax에서 지워져 혼자서는 드러나지 않는다"
CAUGHT_BY = "test_alibi_by_hand"
CAUSE_WORD = "1부터 센"
SOURCE = ""


def alibi_bias(query, key, slopes):
    ahead = query[:, None] - key
    return -slopes[:, None, None] * (np.abs(ahead) + 1)
