MISTAKE = "위치를 첫 위치에서부터 센다"
SYMPTOM = "query와 key를 따로 부르면 서로 어긋난다"
CAUGHT_BY = "test_quarter_turn"
CAUSE_WORD = "0부터 시작하게"
SOURCE = ""


def rope(X, positions, layout):
    D = X.shape[-1]
    angles = (np.asarray(positions, dtype=np.float64) - positions[0])[:, None] * 10000.0 ** (-np.arange(0, D, 2) / D)
    cos, sin = np.cos(angles).astype(X.dtype), np.sin(angles).astype(X.dtype)
    first = np.arange(0, D, 2) if layout == "interleaved" else np.arange(D // 2)
    second = first + 1 if layout == "interleaved" else first + D // 2
    a, b = X[..., first], X[..., second]
    rotated = np.empty_like(X)
    rotated[..., first], rotated[..., second] = a * cos - b * sin, a * sin + b * cos
    return rotated
