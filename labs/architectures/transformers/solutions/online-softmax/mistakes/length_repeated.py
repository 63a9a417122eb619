MISTAKE = "길이 축을 되풀이한다"
SYMPTOM = "key가 두 번씩 들어간다"
CAUGHT_BY = "test_pair_heads"
CAUSE_WORD = "길이 축을 되풀이한"
SOURCE = ""


def pair_heads(X, n_heads):
    return np.repeat(X, n_heads // X.shape[-3], axis=-2)
