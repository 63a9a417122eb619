MISTAKE = "state의 순서를 바꾸어 돌려준다"
SYMPTOM = "다음 tile에서 분모를 최댓값으로 읽는다"
CAUGHT_BY = "test_first_tile"
CAUSE_WORD = "뒤바뀐 값"
SOURCE = ""


def update(state, scores, V):
    peak, total, mixed = state
    higher = np.maximum(peak, scores.max(axis=-1, keepdims=True))
    base = np.where(np.isneginf(higher), 0, higher)
    weights, shrink = np.exp(scores - base), np.exp(peak - base)
    total = total * shrink + weights.sum(axis=-1, keepdims=True)
    mixed = mixed * shrink + weights @ V
    return total, higher, mixed
