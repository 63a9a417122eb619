MISTAKE = "창을 한 칸 넓혀 넘긴다"
SYMPTOM = "mask는 맞는데 출력이 조금 다르다"
CAUGHT_BY = "test_window"
CAUSE_WORD = "key를 하나 더 본"
SOURCE = ""


def tiled_attention(Q, K, V, size, window=None):
    K, V = pair_heads(K, Q.shape[-3]), pair_heads(V, Q.shape[-3])
    Q, (T, S) = Q / math.sqrt(Q.shape[-1]), (Q.shape[-2], K.shape[-2])
    places = np.arange(S - T, S)
    peak = np.full((*Q.shape[:-1], 1), -np.inf, Q.dtype)
    state = peak, np.zeros_like(peak), np.zeros((*Q.shape[:-1], V.shape[-1]), V.dtype)
    for start in range(0, S, size):
        k, v = K[..., start : start + size, :], V[..., start : start + size, :]
        scores = Q @ k.swapaxes(-1, -2)
        if window is not None:
            seen = window_mask(places, np.arange(start, start + k.shape[-2]), window + 1)
            scores = np.where(seen, scores, -np.inf)
        state = update(state, scores, v)
    return state[2] / state[1]
