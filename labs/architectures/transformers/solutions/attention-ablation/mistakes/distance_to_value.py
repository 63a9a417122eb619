import numpy as np

MISTAKE = "value와 출력의 거리를 낸다"
SYMPTOM = "가중치가 0인 key도 중요해 보인다"
CAUGHT_BY = "test_ablation_by_hand"
CAUSE_WORD = "value와 출력의 거리"
SOURCE = ""


def ablation(weights, V):
    return np.linalg.norm(V[..., None, :, :] - (weights @ V)[..., None, :], axis=-1)
