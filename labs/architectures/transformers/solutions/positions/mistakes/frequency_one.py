MISTAKE = "모든 짝을 같은 빠르기로 돌린다"
SYMPTOM = "위치가 한 바퀴마다 되풀이된다"
CAUGHT_BY = "test_interleaved"
CAUSE_WORD = "주파수가 1인"
SOURCE = ""


def rope(X, positions, layout):
    D = X.shape[-1]
    angles = np.asarray(positions, dtype=np.float64)[:, None] * np.ones(D // 2)
    cos, sin = np.cos(angles).astype(X.dtype), np.sin(angles).astype(X.dtype)
    first = np.arange(0, D, 2) if layout == "interleaved" else np.arange(D // 2)
    second = first + 1 if layout == "interleaved" else first + D // 2
    a, b = X[..., first], X[..., second]
    rotated = np.empty_like(X)
    rotated[..., first], rotated[..., second] = a * cos - b * sin, a * sin + b * cos
    return rotated
