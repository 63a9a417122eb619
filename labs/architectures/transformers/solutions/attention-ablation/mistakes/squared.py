MISTAKE = "거리 대신 제곱한 거리를 낸다"
SYMPTOM = "순서는 맞지만 값이 다르다"
CAUGHT_BY = "test_ablation_by_hand"
CAUSE_WORD = "제곱근을 빠뜨렸으니"
SOURCE = ""


def ablation(weights, V):
    moved = without_each_key(weights) @ V[..., None, :, :] - (weights @ V)[..., None, :]
    return (moved**2).sum(axis=-1)
