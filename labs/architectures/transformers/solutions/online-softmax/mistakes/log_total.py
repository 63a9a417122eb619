MISTAKE = "total에 log-sum-exp를 둔다"
SYMPTOM = "다음 tile의 합과 단위가 다르다"
CAUGHT_BY = "test_first_tile"
CAUSE_WORD = "로그가 온"
SOURCE = ""


def update(state, scores, V):
    peak, total, mixed = state
    higher = np.maximum(peak, scores.max(axis=-1, keepdims=True))
    base = np.where(np.isneginf(higher), 0, higher)
    weights, shrink = np.exp(scores - base), np.exp(peak - base)
    total = np.log(total * shrink + weights.sum(axis=-1, keepdims=True))
    mixed = mixed * shrink + weights @ V
    return higher, total, mixed
