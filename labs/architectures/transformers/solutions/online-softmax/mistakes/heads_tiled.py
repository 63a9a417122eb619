MISTAKE = "head를 통째로 되풀이한다"
SYMPTOM = "모양은 맞고 query가 남의 key와 짝이 된다"
CAUGHT_BY = "test_pair_heads"
CAUSE_WORD = "통째로 되풀이한"
SOURCE = "onnx 7274"


def pair_heads(X, n_heads):
    group = n_heads // X.shape[-3]
    return np.concatenate([X] * group, axis=-3)
