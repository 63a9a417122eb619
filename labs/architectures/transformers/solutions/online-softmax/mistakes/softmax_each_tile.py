MISTAKE = "tile마다 softmax를 끝내 평균한다"
SYMPTOM = "크기가 다른 tile이 같은 몫을 받는다"
CAUGHT_BY = "test_any_tile_size"
CAUSE_WORD = "평균한"
SOURCE = ""


def tiled_attention(Q, K, V, size, window=None):
    K, V = pair_heads(K, Q.shape[-3]), pair_heads(V, Q.shape[-3])
    outputs = []
    for start in range(0, K.shape[-2], size):
        k, v = K[..., start : start + size, :], V[..., start : start + size, :]
        scores = Q @ k.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])
        if window is not None:
            T, S = Q.shape[-2], K.shape[-2]
            scores = np.where(window_mask(np.arange(S - T, S), np.arange(start, start + k.shape[-2]), window), scores, -1e9)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        outputs.append(weights @ v / weights.sum(axis=-1, keepdims=True))
    return np.mean(outputs, axis=0)
