import numpy as np

MISTAKE = "제거하지 않고 가중치 × |v|를 낸다"
SYMPTOM = "value가 서로 상쇄하는 것을 모른다"
CAUGHT_BY = "test_ablation_by_hand"
CAUSE_WORD = "가중치 × |v|"
SOURCE = ""


def ablation(weights, V):
    return weights * np.linalg.norm(V, axis=-1)[..., None, :]
