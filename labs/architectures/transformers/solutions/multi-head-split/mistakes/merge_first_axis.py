import numpy as np

MISTAKE = "head 축이 맨 앞이라고 본다"
SYMPTOM = "batch가 붙으면 문장을 이어 붙인다"
CAUGHT_BY = "test_merge_batch"
CAUSE_WORD = "모양"
SOURCE = ""


def merge_heads(X):
    return np.concatenate(list(X), axis=-1)
