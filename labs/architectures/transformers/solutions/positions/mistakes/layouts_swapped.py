MISTAKE = "두 짝짓기의 이름을 바꾸어 쓴다"
SYMPTOM = "남의 가중치를 불러올 때만 틀린다"
CAUGHT_BY = "test_interleaved"
CAUSE_WORD = "다른 짝짓기"
SOURCE = ""


def rope(X, positions, layout):
    D = X.shape[-1]
    angles = np.asarray(positions, dtype=np.float64)[:, None] * 10000.0 ** (-np.arange(0, D, 2) / D)
    cos, sin = np.cos(angles).astype(X.dtype), np.sin(angles).astype(X.dtype)
    first = np.arange(0, D, 2) if layout == "half" else np.arange(D // 2)
    second = first + 1 if layout == "half" else first + D // 2
    a, b = X[..., first], X[..., second]
    rotated = np.empty_like(X)
    rotated[..., first], rotated[..., second] = a * cos - b * sin, a * sin + b * cos
    return rotated
