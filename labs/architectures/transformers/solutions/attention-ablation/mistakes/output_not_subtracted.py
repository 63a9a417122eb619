import numpy as np

MISTAKE = "지운 출력의 크기를 그대로 낸다"
SYMPTOM = "지워도 출력이 그대로인 key가 가장 중요해 보인다"
CAUGHT_BY = "test_ablation_by_hand"
CAUSE_WORD = "원래 출력을 빼지 않았으니"
SOURCE = ""


def ablation(weights, V):
    return np.linalg.norm(without_each_key(weights) @ V[..., None, :, :], axis=-1)
