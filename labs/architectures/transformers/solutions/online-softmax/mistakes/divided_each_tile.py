MISTAKE = "tile마다 분모로 나눈다"
SYMPTOM = "두 번째 tile부터 앞의 몫이 틀린다"
CAUGHT_BY = "test_first_tile"
CAUSE_WORD = "mixed를 이미 total로 나눈"
SOURCE = ""


def update(state, scores, V):
    peak, total, mixed = state
    higher = np.maximum(peak, scores.max(axis=-1, keepdims=True))
    base = np.where(np.isneginf(higher), 0, higher)
    weights, shrink = np.exp(scores - base), np.exp(peak - base)
    total = total * shrink + weights.sum(axis=-1, keepdims=True)
    mixed = (mixed * shrink + weights @ V) / total
    return higher, total, mixed
