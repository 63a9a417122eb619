MISTAKE = "음수 첨자 -size로 자른다"
SYMPTOM = "size가 0이면 -0 = 0이어서 모두 남는다"
CAUGHT_BY = "test_trim_cache"
CAUSE_WORD = "-0이 0"
SOURCE = ""


def trim_cache(cache, size):
    K, V, position = cache
    return K[..., -size:, :], V[..., -size:, :], position
