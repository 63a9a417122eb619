import math

import numpy as np

MISTAKE = "첫 호출에서 위치를 끝까지 쓰고 다음 호출에서 0으로 되돌린다"
SYMPTOM = "생성이 시작되면 새 token이 먼 과거로 간다"
CAUGHT_BY = "test_prompt_then_tokens"
CAUSE_WORD = "첫 호출 뒤에"
SOURCE = "mlx-vlm 1983"


PROMPT = [0]


def cached_attention(x, cache, Wq, Wk, Wv, Wo, n_heads):
    n, position = x.shape[-2], 0 if cache is None else cache[2]
    positions = np.arange(n) if cache is None else np.arange(position, position + n) - PROMPT[0]
    if cache is None:
        PROMPT[0] = n if n > 1 else 0
    Q = rope(split_heads(x @ Wq, n_heads), positions)  # (B, H, n, Dh)
    K = rope(split_heads(x @ Wk, n_heads), positions)  # (B, H, n, Dh)
    V = split_heads(x @ Wv, n_heads)  # (B, H, n, Dh)
    if cache is not None:
        K = np.concatenate([cache[0], K], axis=-2)  # (B, H, t+n, Dh)
        V = np.concatenate([cache[1], V], axis=-2)  # (B, H, t+n, Dh)
    S = K.shape[-2]
    visible = np.tril(np.ones((n, S), dtype=bool), k=S - n)  # (n, S)
    scores = np.where(visible, Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]), -np.inf)  # (B, H, n, S)
    output = merge_heads(softmax(scores) @ V) @ Wo  # (B, n, D_model)
    return output, (K, V, position + n)
