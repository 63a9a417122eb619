MISTAKE = "각을 X의 dtype으로 낮춘 뒤 cos과 sin을 구한다"
SYMPTOM = "큰 위치에서 점수가 출렁인다"
CAUGHT_BY = "test_large_positions"
CAUSE_WORD = "float32로 낮춘"
SOURCE = ""


def rope(X, positions, layout):
    D = X.shape[-1]
    angles = np.asarray(positions, dtype=np.float64)[:, None] * 10000.0 ** (-np.arange(0, D, 2) / D)
    angles = angles.astype(X.dtype)
    cos, sin = np.cos(angles), np.sin(angles)
    first = np.arange(0, D, 2) if layout == "interleaved" else np.arange(D // 2)
    second = first + 1 if layout == "interleaved" else first + D // 2
    a, b = X[..., first], X[..., second]
    rotated = np.empty_like(X)
    rotated[..., first], rotated[..., second] = a * cos - b * sin, a * sin + b * cos
    return rotated
