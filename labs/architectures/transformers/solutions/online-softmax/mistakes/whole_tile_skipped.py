MISTAKE = "한 행이라도 모두 가려지면 tile을 건너뛴다"
SYMPTOM = "다른 행이 볼 key까지 사라진다"
CAUGHT_BY = "test_hidden_tile"
CAUSE_WORD = "(-inf) - (-inf)"
SOURCE = ""


def update(state, scores, V):
    peak, total, mixed = state
    higher = np.maximum(peak, scores.max(axis=-1, keepdims=True))
    if np.isneginf(scores.max(axis=-1)).any():
        return state
    weights, shrink = np.exp(scores - higher), np.exp(peak - higher)
    return higher, total * shrink + weights.sum(axis=-1, keepdims=True), mixed * shrink + weights @ V
