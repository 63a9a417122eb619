MISTAKE = "회전 대신 뒤집는다"
SYMPTOM = "길이는 지키지만 점수가 두 위치의 합에 기댄다"
CAUGHT_BY = "test_quarter_turn"
CAUSE_WORD = "짝마다 두 열과 각을"
SOURCE = ""


def rope(X, positions, layout):
    D = X.shape[-1]
    angles = np.asarray(positions, dtype=np.float64)[:, None] * 10000.0 ** (-np.arange(0, D, 2) / D)
    cos, sin = np.cos(angles).astype(X.dtype), np.sin(angles).astype(X.dtype)
    first = np.arange(0, D, 2) if layout == "interleaved" else np.arange(D // 2)
    second = first + 1 if layout == "interleaved" else first + D // 2
    a, b = X[..., first], X[..., second]
    rotated = np.empty_like(X)
    rotated[..., first], rotated[..., second] = a * cos + b * sin, a * sin - b * cos
    return rotated
