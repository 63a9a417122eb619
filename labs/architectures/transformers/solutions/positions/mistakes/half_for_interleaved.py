MISTAKE = "이웃한 둘의 가중치를 앞뒤 절반의 code로 돌린다"
SYMPTOM = "모양은 맞고 문장이 반쯤만 맞는다"
CAUGHT_BY = "test_interleaved"
CAUSE_WORD = "다른 짝짓기(half)"
SOURCE = "transformers 25199"


def rope(X, positions, layout):
    D = X.shape[-1]
    angles = np.asarray(positions, dtype=np.float64)[:, None] * 10000.0 ** (-np.arange(0, D, 2) / D)
    cos, sin = np.cos(angles).astype(X.dtype), np.sin(angles).astype(X.dtype)
    first = np.arange(D // 2)
    second = first + D // 2
    a, b = X[..., first], X[..., second]
    rotated = np.empty_like(X)
    rotated[..., first], rotated[..., second] = a * cos - b * sin, a * sin + b * cos
    return rotated
