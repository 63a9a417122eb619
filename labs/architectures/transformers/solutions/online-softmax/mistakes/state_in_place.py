MISTAKE = "넘겨받은 state를 제자리에서 고친다"
SYMPTOM = "부른 쪽의 합이 조용히 바뀐다"
CAUGHT_BY = "test_first_tile"
CAUSE_WORD = "제자리 연산"
SOURCE = ""


def update(state, scores, V):
    peak, total, mixed = state
    higher = np.maximum(peak, scores.max(axis=-1, keepdims=True))
    base = np.where(np.isneginf(higher), 0, higher)
    weights, shrink = np.exp(scores - base), np.exp(peak - base)
    total *= shrink
    total += weights.sum(axis=-1, keepdims=True)
    mixed *= shrink
    mixed += weights @ V
    return higher, total, mixed
