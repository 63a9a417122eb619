MISTAKE = "attention 안에서 head를 통째로 되풀이한다"
SYMPTOM = "짝을 만드는 함수는 맞는데 쓰지 않았다"
CAUGHT_BY = "test_shared_heads"
CAUSE_WORD = "통째로 되풀이한 짝"
SOURCE = ""


def tiled_attention(Q, K, V, size, window=None):
    K, V = (np.concatenate([X] * (Q.shape[-3] // X.shape[-3]), axis=-3) for X in (K, V))
    Q, (T, S) = Q / math.sqrt(Q.shape[-1]), (Q.shape[-2], K.shape[-2])
    places = np.arange(S - T, S)
    peak = np.full((*Q.shape[:-1], 1), -np.inf, Q.dtype)
    state = peak, np.zeros_like(peak), np.zeros((*Q.shape[:-1], V.shape[-1]), V.dtype)
    for start in range(0, S, size):
        k, v = K[..., start : start + size, :], V[..., start : start + size, :]
        scores = Q @ k.swapaxes(-1, -2)
        if window is not None:
            seen = window_mask(places, np.arange(start, start + k.shape[-2]), window)
            scores = np.where(seen, scores, -np.inf)
        state = update(state, scores, v)
    return state[2] / state[1]
