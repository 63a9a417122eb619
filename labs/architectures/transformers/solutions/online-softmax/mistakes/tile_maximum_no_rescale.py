MISTAKE = "tile마다 제 최댓값을 빼고 그대로 더한다"
SYMPTOM = "눈금이 다른 합이 섞인다"
CAUGHT_BY = "test_rising_tile"
CAUSE_WORD = "눈금을 고치지 않은"
SOURCE = ""


def update(state, scores, V):
    peak, total, mixed = state
    higher = scores.max(axis=-1, keepdims=True)
    base = np.where(np.isneginf(higher), 0, higher)
    weights, shrink = np.exp(scores - base), np.exp(peak - base)
    total = total + weights.sum(axis=-1, keepdims=True)
    mixed = mixed + weights @ V
    return higher, total, mixed
