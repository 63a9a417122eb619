MISTAKE = "key를 보지 못한 행을 0으로 나눈다"
SYMPTOM = "NaN이 나온다"
CAUGHT_BY = "test_hidden_blocks"
CAUSE_WORD = "0으로 나눈"
SOURCE = "pytorch 41508"


def finish(state):
    return state[2] / state[1]
