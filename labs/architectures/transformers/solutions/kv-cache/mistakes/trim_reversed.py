MISTAKE = "새것부터 차례로 담는다"
SYMPTOM = "다음 호출의 mask와 순서가 어긋난다"
CAUGHT_BY = "test_trim_cache"
CAUSE_WORD = "순서가 뒤집혔으니"
SOURCE = ""


def trim_cache(cache, size):
    K, V, position = cache
    return K[..., ::-1, :][..., :size, :], V[..., ::-1, :][..., :size, :], position
