MISTAKE = "위치 대신 행의 번호로 돌린다"
SYMPTOM = "cache를 쓰거나 시각을 넣을 때 틀린다"
CAUGHT_BY = "test_quarter_turn"
CAUSE_WORD = "행의 번호로"
SOURCE = "mlx-vlm 1983"


def rope(X, positions, layout):
    D = X.shape[-1]
    angles = np.arange(len(positions))[:, None] * 10000.0 ** (-np.arange(0, D, 2) / D)
    cos, sin = np.cos(angles).astype(X.dtype), np.sin(angles).astype(X.dtype)
    first = np.arange(0, D, 2) if layout == "interleaved" else np.arange(D // 2)
    second = first + 1 if layout == "interleaved" else first + D // 2
    a, b = X[..., first], X[..., second]
    rotated = np.empty_like(X)
    rotated[..., first], rotated[..., second] = a * cos - b * sin, a * sin + b * cos
    return rotated
