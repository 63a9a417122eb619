MISTAKE = "tile마다 만든 점수를 모두 모아 둔다"
SYMPTOM = "답은 맞지만 메모리가 길이의 제곱이다"
CAUGHT_BY = "test_memory"
CAUSE_WORD = "통째로 만든"
SOURCE = ""


def tiled_attention(Q, K, V, size, window=None):
    K, V = pair_heads(K, Q.shape[-3]), pair_heads(V, Q.shape[-3])
    T, S = Q.shape[-2], K.shape[-2]
    tiles = [Q @ K[..., i : i + size, :].swapaxes(-1, -2) / math.sqrt(Q.shape[-1]) for i in range(0, S, size)]
    scores = np.concatenate(tiles, axis=-1)
    if window is not None:
        scores = np.where(window_mask(np.arange(S - T, S), np.arange(S), window), scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights @ V / weights.sum(axis=-1, keepdims=True)
