MISTAKE = "길이 축이 아니라 head 축을 자른다"
SYMPTOM = "head가 줄어든다"
CAUGHT_BY = "test_trim_cache"
CAUSE_WORD = "길이 축"
SOURCE = ""


def trim_cache(cache, size):
    K, V, position = cache
    start = max(K.shape[1] - size, 0)
    return K[:, start:], V[:, start:], position
