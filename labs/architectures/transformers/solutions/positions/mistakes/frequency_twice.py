MISTAKE = "주파수의 지수에 2를 두 번 곱한다"
SYMPTOM = "느린 짝이 거의 돌지 않는다"
CAUGHT_BY = "test_interleaved"
CAUSE_WORD = "10000^(-4i/D)"
SOURCE = ""


def rope(X, positions, layout):
    D = X.shape[-1]
    angles = np.asarray(positions, dtype=np.float64)[:, None] * 10000.0 ** (-2 * np.arange(0, D, 2) / D)
    cos, sin = np.cos(angles).astype(X.dtype), np.sin(angles).astype(X.dtype)
    first = np.arange(0, D, 2) if layout == "interleaved" else np.arange(D // 2)
    second = first + 1 if layout == "interleaved" else first + D // 2
    a, b = X[..., first], X[..., second]
    rotated = np.empty_like(X)
    rotated[..., first], rotated[..., second] = a * cos - b * sin, a * sin + b * cos
    return rotated
