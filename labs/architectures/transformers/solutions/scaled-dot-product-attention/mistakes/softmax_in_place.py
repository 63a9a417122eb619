import numpy as np

MISTAKE = "입력 점수를 제자리에서 고친다"
SYMPTOM = "부른 쪽의 점수가 가중치로 바뀌어 있다"
CAUGHT_BY = "test_softmax_by_hand"
CAUSE_WORD = "제자리 연산"
SOURCE = ""


def softmax(scores):
    scores -= scores.max(axis=-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(axis=-1, keepdims=True)
    return scores
