MISTAKE = "√D로 나누지 않는다"
SYMPTOM = "폭이 크면 softmax가 포화한다"
CAUGHT_BY = "test_one_tile"
CAUSE_WORD = "√D로 나누지 않은"
SOURCE = ""


def tiled_attention(Q, K, V, size, window=None):
    K, V = pair_heads(K, Q.shape[-3]), pair_heads(V, Q.shape[-3])
    Q, (T, S) = Q, (Q.shape[-2], K.shape[-2])
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
