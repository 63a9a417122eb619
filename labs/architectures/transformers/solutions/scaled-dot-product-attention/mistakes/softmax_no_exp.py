MISTAKE = "exp를 취하지 않고 합으로 나눈다"
SYMPTOM = "음수 가중치가 나오거나 0으로 나눈다"
CAUGHT_BY = "test_softmax_by_hand"
CAUSE_WORD = "exp 없이"
SOURCE = ""


def softmax(scores):
    return scores / scores.sum(axis=-1, keepdims=True)
