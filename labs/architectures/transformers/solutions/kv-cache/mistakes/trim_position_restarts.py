MISTAKE = "position을 남은 길이로 바꾼다"
SYMPTOM = "버릴 때마다 위치가 되돌아간다"
CAUGHT_BY = "test_trim_cache"
CAUSE_WORD = "position"
SOURCE = "mlx-vlm 1983"


def trim_cache(cache, size):
    K, V, position = cache
    start = max(K.shape[-2] - size, 0)
    return K[..., start:, :], V[..., start:, :], min(size, K.shape[-2])
