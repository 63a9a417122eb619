import math

import numpy as np

MISTAKE = "새 token이 cache만 보고 자기를 보지 않는다"
SYMPTOM = "한 걸음 늦은 output이 나온다"
CAUGHT_BY = "test_running_mean"
CAUSE_WORD = "자기를 보지 않은"
SOURCE = ""


def cached_attention(x, cache, Wq, Wk, Wv, Wo, n_heads):
    n, position = x.shape[-2], 0 if cache is None else cache[2]
    positions = np.arange(position, position + n)  # (n,)
    Q = rope(split_heads(x @ Wq, n_heads), positions)  # (B, H, n, Dh)
    K = rope(split_heads(x @ Wk, n_heads), positions)  # (B, H, n, Dh)
    V = split_heads(x @ Wv, n_heads)  # (B, H, n, Dh)
    if cache is not None:
        seen, values = cache[0], cache[1]
        K = np.concatenate([cache[0], K], axis=-2)  # (B, H, t+n, Dh)
        V = np.concatenate([cache[1], V], axis=-2)  # (B, H, t+n, Dh)
    S = K.shape[-2]
    seen, values = (K, V) if cache is None else (seen, values)
    visible = np.tril(np.ones((n, seen.shape[-2]), dtype=bool), k=seen.shape[-2] - (n if cache is None else 1))
    scores = np.where(visible, Q @ seen.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]), -np.inf)  # (B, H, n, S)
    output = merge_heads(softmax(scores) @ values) @ Wo  # (B, n, D_model)
    return output, (K, V, position + n)
