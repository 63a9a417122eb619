MISTAKE = "하나 더 남긴다"
SYMPTOM = "window가 한 칸 넓다"
CAUGHT_BY = "test_trim_cache"
CAUSE_WORD = "새로운 3개만"
SOURCE = "transformers 39408"


def trim_cache(cache, size):
    K, V, position = cache
    start = max(K.shape[-2] - size - 1, 0)
    return K[..., start:, :], V[..., start:, :], position
