MISTAKE = "가중치를 그대로 중요도로 낸다"
SYMPTOM = "value를 보지 않으므로 지워도 그대로인 key가 으뜸이 된다"
CAUGHT_BY = "test_ablation_by_hand"
CAUSE_WORD = "가중치를 그대로"
SOURCE = ""


def ablation(weights, V):
    return weights + 0
