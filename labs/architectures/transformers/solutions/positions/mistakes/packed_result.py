MISTAKE = "돌린 뒤 앞뒤 절반으로 이어 붙인다"
SYMPTOM = "query와 key에 함께 쓰면 점수가 맞아 드러나지 않는다"
CAUGHT_BY = "test_interleaved"
CAUSE_WORD = "열의 차례가 바뀐"
SOURCE = ""


def rope(X, positions, layout):
    D = X.shape[-1]
    angles = np.asarray(positions, dtype=np.float64)[:, None] * 10000.0 ** (-np.arange(0, D, 2) / D)
    cos, sin = np.cos(angles).astype(X.dtype), np.sin(angles).astype(X.dtype)
    first = np.arange(0, D, 2) if layout == "interleaved" else np.arange(D // 2)
    second = first + 1 if layout == "interleaved" else first + D // 2
    a, b = X[..., first], X[..., second]
    return np.concatenate([a * cos - b * sin, a * sin + b * cos], axis=-1)
