MISTAKE = "넘침을 막으려고 점수를 자른다"
SYMPTOM = "큰 점수의 순서가 사라진다"
CAUGHT_BY = "test_large_scores"
CAUSE_WORD = "exp가 넘치니"
SOURCE = ""


def update(state, scores, V):
    peak, total, mixed = state
    scores = np.where(np.isneginf(scores), scores, np.clip(scores, -50, 50))
    higher = np.maximum(peak, scores.max(axis=-1, keepdims=True))
    base = np.where(np.isneginf(higher), 0, higher)
    weights, shrink = np.exp(scores - base), np.exp(peak - base)
    total = total * shrink + weights.sum(axis=-1, keepdims=True)
    mixed = mixed * shrink + weights @ V
    return higher, total, mixed
