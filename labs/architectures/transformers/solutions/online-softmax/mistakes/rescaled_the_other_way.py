MISTAKE = "눈금을 거꾸로 고친다"
SYMPTOM = "뒤로 갈수록 합이 커져 넘친다"
CAUGHT_BY = "test_rising_tile"
CAUSE_WORD = "눈금을 거꾸로"
SOURCE = ""


def update(state, scores, V):
    peak, total, mixed = state
    higher = np.maximum(peak, scores.max(axis=-1, keepdims=True))
    base = np.where(np.isneginf(higher), 0, higher)
    weights, shrink = np.exp(scores - base), np.exp(peak - base)
    grow = np.where(shrink > 0, np.exp(base - np.where(np.isneginf(peak), base, peak)), 0)
    total = total * grow + weights.sum(axis=-1, keepdims=True)
    mixed = mixed * grow + weights @ V
    return higher, total, mixed
