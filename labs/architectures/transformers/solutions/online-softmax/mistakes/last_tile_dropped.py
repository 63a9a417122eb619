MISTAKE = "짧은 마지막 tile을 빼먹는다"
SYMPTOM = "길이가 tile로 나누어떨어지지 않을 때 끝의 key를 보지 않는다"
CAUGHT_BY = "test_any_tile_size"
CAUSE_WORD = "짧은 마지막 tile을"
SOURCE = ""


def tiled_attention(Q, K, V, size, window=None):
    K, V = pair_heads(K, Q.shape[-3]), pair_heads(V, Q.shape[-3])
    Q, (T, S) = Q / math.sqrt(Q.shape[-1]), (Q.shape[-2], K.shape[-2])
    places = np.arange(S - T, S)
    peak = np.full((*Q.shape[:-1], 1), -np.inf, Q.dtype)
    state = peak, np.zeros_like(peak), np.zeros((*Q.shape[:-1], V.shape[-1]), V.dtype)
    for start in range(0, S - size + 1, size) if S > size else [0]:
        k, v = K[..., start : start + size, :], V[..., start : start + size, :]
        scores = Q @ k.swapaxes(-1, -2)
        if window is not None:
            seen = window_mask(places, np.arange(start, start + k.shape[-2]), window)
            scores = np.where(seen, scores, -np.inf)
        state = update(state, scores, v)
    return state[2] / state[1]
