MISTAKE = "key만 줄인다"
SYMPTOM = "key와 value의 길이가 어긋난다"
CAUGHT_BY = "test_trim_cache"
CAUSE_WORD = "V의 모양"
SOURCE = ""


def trim_cache(cache, size):
    K, V, position = cache
    start = max(K.shape[-2] - size, 0)
    return K[..., start:, :], V, position
