MISTAKE = "앞쪽 축이 없다고 보고 축을 못박는다"
SYMPTOM = "batch가 붙으면 멈춘다"
CAUGHT_BY = "test_merge_batch"
CAUSE_WORD = "앞쪽 축"
SOURCE = ""


def merge_heads(X):
    n_heads, T, width = X.shape
    return X.transpose(1, 0, 2).reshape(T, n_heads * width)
