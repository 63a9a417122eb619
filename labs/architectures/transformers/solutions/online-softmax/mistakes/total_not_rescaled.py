MISTAKE = "분모의 눈금만 고치지 않는다"
SYMPTOM = "행의 합이 1이 되지 않고 출력이 작다"
CAUGHT_BY = "test_rising_tile"
CAUSE_WORD = "앞의 total의 눈금을"
SOURCE = ""


def update(state, scores, V):
    peak, total, mixed = state
    higher = np.maximum(peak, scores.max(axis=-1, keepdims=True))
    base = np.where(np.isneginf(higher), 0, higher)
    weights, shrink = np.exp(scores - base), np.exp(peak - base)
    total = total + weights.sum(axis=-1, keepdims=True)
    mixed = mixed * shrink + weights @ V
    return higher, total, mixed
