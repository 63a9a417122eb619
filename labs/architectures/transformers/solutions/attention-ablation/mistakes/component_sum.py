MISTAKE = "움직인 성분을 그냥 더한다"
SYMPTOM = "반대로 움직인 성분이 상쇄해 0이 나온다"
CAUGHT_BY = "test_ablation_by_hand"
CAUSE_WORD = "성분의 합"
SOURCE = ""


def ablation(weights, V):
    moved = without_each_key(weights) @ V[..., None, :, :] - (weights @ V)[..., None, :]
    return moved.sum(axis=-1)
