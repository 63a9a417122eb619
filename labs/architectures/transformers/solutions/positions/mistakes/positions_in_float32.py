MISTAKE = "위치를 X의 dtype으로 바꾼다"
SYMPTOM = "유닉스 시각처럼 큰 위치에서 가까운 관측이 같은 자리로 뭉친다"
CAUGHT_BY = "test_large_positions"
CAUSE_WORD = "float32로 낮춘"
SOURCE = ""


def rope(X, positions, layout):
    D = X.shape[-1]
    angles = np.asarray(positions, dtype=X.dtype)[:, None] * 10000.0 ** (-np.arange(0, D, 2) / D)
    cos, sin = np.cos(angles).astype(X.dtype), np.sin(angles).astype(X.dtype)
    first = np.arange(0, D, 2) if layout == "interleaved" else np.arange(D // 2)
    second = first + 1 if layout == "interleaved" else first + D // 2
    a, b = X[..., first], X[..., second]
    rotated = np.empty_like(X)
    rotated[..., first], rotated[..., second] = a * cos - b * sin, a * sin + b * cos
    return rotated
