MISTAKE = "앞의 합의 눈금을 고치지 않는다"
SYMPTOM = "가장 큰 점수가 첫 tile에 있을 때만 맞는다"
CAUGHT_BY = "test_rising_tile"
CAUSE_WORD = "앞의 total과 mixed의 눈금을"
SOURCE = ""


def update(state, scores, V):
    peak, total, mixed = state
    higher = np.maximum(peak, scores.max(axis=-1, keepdims=True))
    base = np.where(np.isneginf(higher), 0, higher)
    weights, shrink = np.exp(scores - base), np.exp(peak - base)
    total = total + weights.sum(axis=-1, keepdims=True)
    mixed = mixed + weights @ V
    return higher, total, mixed
