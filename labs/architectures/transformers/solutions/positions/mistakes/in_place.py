MISTAKE = "X를 제자리에서 고친다"
SYMPTOM = "두 번 부르면 두 번 돈다"
CAUGHT_BY = "test_quarter_turn"
CAUSE_WORD = "제자리 연산"
SOURCE = ""


def rope(X, positions, layout):
    D = X.shape[-1]
    angles = np.asarray(positions, dtype=np.float64)[:, None] * 10000.0 ** (-np.arange(0, D, 2) / D)
    cos, sin = np.cos(angles).astype(X.dtype), np.sin(angles).astype(X.dtype)
    first = np.arange(0, D, 2) if layout == "interleaved" else np.arange(D // 2)
    second = first + 1 if layout == "interleaved" else first + D // 2
    a, b = X[..., first], X[..., second]
    rotated = X
    rotated[..., first], rotated[..., second] = a * cos - b * sin, a * sin + b * cos
    return rotated
