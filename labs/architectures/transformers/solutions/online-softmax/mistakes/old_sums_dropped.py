MISTAKE = "앞의 합을 버린다"
SYMPTOM = "마지막 tile만 남는다"
CAUGHT_BY = "test_rising_tile"
CAUSE_WORD = "앞의 합을 버린"
SOURCE = ""


def update(state, scores, V):
    peak, total, mixed = state
    higher = np.maximum(peak, scores.max(axis=-1, keepdims=True))
    base = np.where(np.isneginf(higher), 0, higher)
    weights, shrink = np.exp(scores - base), np.exp(peak - base)
    total = weights.sum(axis=-1, keepdims=True)
    mixed = weights @ V
    return higher, total, mixed
