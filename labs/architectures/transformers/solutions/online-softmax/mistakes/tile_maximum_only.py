MISTAKE = "새 tile의 최댓값을 그대로 새 최댓값으로 둔다"
SYMPTOM = "점수가 내려가는 tile에서 눈금이 거꾸로 커지고, 점수가 크면 넘친다"
CAUGHT_BY = "test_falling_tile"
CAUSE_WORD = "tile의 최댓값만"
SOURCE = ""


def update(state, scores, V):
    peak, total, mixed = state
    higher = scores.max(axis=-1, keepdims=True)
    base = np.where(np.isneginf(higher), 0, higher)
    weights, shrink = np.exp(scores - base), np.exp(peak - base)
    total = total * shrink + weights.sum(axis=-1, keepdims=True)
    mixed = mixed * shrink + weights @ V
    return higher, total, mixed
