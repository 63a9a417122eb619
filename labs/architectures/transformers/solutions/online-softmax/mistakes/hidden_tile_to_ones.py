MISTAKE = "NaN을 0으로 바꾼 뒤 지수를 취한다"
SYMPTOM = "가려진 key가 value의 평균만큼 섞인다"
CAUGHT_BY = "test_hidden_tile"
CAUSE_WORD = "(-inf) - (-inf)"
SOURCE = ""


def update(state, scores, V):
    peak, total, mixed = state
    higher = np.maximum(peak, scores.max(axis=-1, keepdims=True))
    weights = np.exp(np.nan_to_num(scores - higher, neginf=-np.inf))
    shrink = np.exp(np.nan_to_num(peak - higher, neginf=-np.inf))
    total = total * shrink + weights.sum(axis=-1, keepdims=True)
    mixed = mixed * shrink + weights @ V
    return higher, total, mixed
