MISTAKE = "분모로 나누지 않는다"
SYMPTOM = "볼 key가 많을수록 크다"
CAUGHT_BY = "test_first_block"
CAUSE_WORD = "나누지 않은"
SOURCE = ""


def finish(state):
    return state[2]
