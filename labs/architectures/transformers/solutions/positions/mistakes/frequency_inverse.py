MISTAKE = "주파수의 부호를 뒤집는다"
SYMPTOM = "거의 모든 짝이 어지럽게 돈다"
CAUGHT_BY = "test_interleaved"
CAUSE_WORD = "10000^(2i/D)"
SOURCE = ""


def rope(X, positions, layout):
    D = X.shape[-1]
    angles = np.asarray(positions, dtype=np.float64)[:, None] * 10000.0 ** (np.arange(0, D, 2) / D)
    cos, sin = np.cos(angles).astype(X.dtype), np.sin(angles).astype(X.dtype)
    first = np.arange(0, D, 2) if layout == "interleaved" else np.arange(D // 2)
    second = first + 1 if layout == "interleaved" else first + D // 2
    a, b = X[..., first], X[..., second]
    rotated = np.empty_like(X)
    rotated[..., first], rotated[..., second] = a * cos - b * sin, a * sin + b * cos
    return rotated
