MISTAKE = "head 축을 앞에서 세어 정해 둔다"
SYMPTOM = "batch가 붙으면 batch를 되풀이한다"
CAUGHT_BY = "test_pair_heads"
CAUSE_WORD = "head h // (H/G)"
SOURCE = ""


def pair_heads(X, n_heads):
    return np.repeat(X, n_heads // X.shape[-3], axis=0)
