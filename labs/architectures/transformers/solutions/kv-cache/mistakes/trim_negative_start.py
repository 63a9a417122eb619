MISTAKE = "길이 - size를 0에서 막지 않는다"
SYMPTOM = "cache가 size보다 짧으면 음수 첨자가 뒤에서 센다"
CAUGHT_BY = "test_trim_cache"
CAUSE_WORD = "음수 첨자"
SOURCE = ""


def trim_cache(cache, size):
    K, V, position = cache
    start = K.shape[-2] - size
    return K[..., start:, :], V[..., start:, :], position
