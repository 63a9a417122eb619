MISTAKE = "줄이지 않고 그대로 돌려준다"
SYMPTOM = "cache가 한없이 자란다"
CAUGHT_BY = "test_trim_cache"
CAUSE_WORD = "길이 축에서"
SOURCE = ""


def trim_cache(cache, size):
    return cache
