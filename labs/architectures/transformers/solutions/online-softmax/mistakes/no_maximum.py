MISTAKE = "최댓값을 빼지 않는다"
SYMPTOM = "점수가 크면 inf와 NaN이 나온다"
CAUGHT_BY = "test_first_tile"
CAUSE_WORD = "최댓값을 빼지 않은"
SOURCE = ""


def update(state, scores, V):
    peak, total, mixed = state
    higher = np.maximum(peak, scores.max(axis=-1, keepdims=True))
    weights = np.exp(scores)
    total = total + weights.sum(axis=-1, keepdims=True)
    mixed = mixed + weights @ V
    return higher, total, mixed
