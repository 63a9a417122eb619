import numpy as np

MISTAKE = "가중치 × |v - o|를 낸다"
SYMPTOM = "가중치가 큰 key의 효과를 작게 본다"
CAUGHT_BY = "test_ablation_by_hand"
CAUSE_WORD = "다시 나누는 몫이 빠진"
SOURCE = ""


def ablation(weights, V):
    return weights * np.linalg.norm(V[..., None, :, :] - (weights @ V)[..., None, :], axis=-1)
