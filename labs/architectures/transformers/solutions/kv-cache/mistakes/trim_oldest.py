MISTAKE = "가장 오래된 token을 남긴다"
SYMPTOM = "방금 본 것을 잊는다"
CAUGHT_BY = "test_trim_cache"
CAUSE_WORD = "가장 오래된"
SOURCE = ""


def trim_cache(cache, size):
    K, V, position = cache
    return K[..., :size, :], V[..., :size, :], position
