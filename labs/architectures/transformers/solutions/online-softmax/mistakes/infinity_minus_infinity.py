MISTAKE = "(-inf) - (-inf)를 그대로 계산한다"
SYMPTOM = "통째로 가려진 tile이 있는 행의 출력이 NaN이다"
CAUGHT_BY = "test_hidden_tile"
CAUSE_WORD = "(-inf) - (-inf)"
SOURCE = "pytorch 130014"


def update(state, scores, V):
    peak, total, mixed = state
    higher = np.maximum(peak, scores.max(axis=-1, keepdims=True))
    weights, shrink = np.exp(scores - higher), np.exp(peak - higher)
    total = np.where(np.isneginf(peak), 0, total * shrink) + weights.sum(axis=-1, keepdims=True)
    mixed = np.where(np.isneginf(peak), 0, mixed * shrink) + weights @ V
    return higher, total, mixed
