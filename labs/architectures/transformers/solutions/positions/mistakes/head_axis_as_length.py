MISTAKE = "길이 축을 앞에서 세어 정해 둔다"
SYMPTOM = "head 수와 길이가 같으면 head마다 다른 위치로 돈다"
CAUGHT_BY = "test_leading_axes"
CAUSE_WORD = "그 줄을 살핀다"
SOURCE = ""


def rope(X, positions, layout):
    D = X.shape[-1]
    angles = np.asarray(positions, dtype=np.float64)[:, None] * 10000.0 ** (-np.arange(0, D, 2) / D)
    cos, sin = np.cos(angles).astype(X.dtype), np.sin(angles).astype(X.dtype)
    first = np.arange(0, D, 2) if layout == "interleaved" else np.arange(D // 2)
    second = first + 1 if layout == "interleaved" else first + D // 2
    a, b = X[..., first], X[..., second]
    cos, sin = (part.reshape(len(positions), *[1] * (X.ndim - 2), D // 2) for part in (cos, sin))
    rotated = np.empty_like(X)
    rotated[..., first], rotated[..., second] = a * cos - b * sin, a * sin + b * cos
    return rotated
