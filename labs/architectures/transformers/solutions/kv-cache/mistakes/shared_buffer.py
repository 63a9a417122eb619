import math

import numpy as np

MISTAKE = "함수 밖의 buffer를 모든 호출이 함께 쓴다"
SYMPTOM = "갈라진 두 생성이 서로의 key를 덮어쓴다"
CAUGHT_BY = "test_branches"
CAUSE_WORD = "갈래끼리"
SOURCE = ""


BUFFERS = {}


def cached_attention(x, cache, Wq, Wk, Wv, Wo, n_heads):
    n, position = x.shape[-2], 0 if cache is None else cache[2]
    positions = np.arange(position, position + n)  # (n,)
    Q = rope(split_heads(x @ Wq, n_heads), positions)  # (B, H, n, Dh)
    K = rope(split_heads(x @ Wk, n_heads), positions)  # (B, H, n, Dh)
    V = split_heads(x @ Wv, n_heads)  # (B, H, n, Dh)
    if cache is not None:
        t = cache[0].shape[-2]
        for i, part in enumerate((K, V)):
            size = (*part.shape[:-2], 4096, part.shape[-1])
            buffer = BUFFERS.setdefault((i, *size), np.zeros(size, dtype=part.dtype))  # (B, H, 4096, Dh)
            if not np.shares_memory(cache[i], buffer):
                buffer[..., :t, :] = cache[i]
            buffer[..., t : t + n, :] = part
        K, V = (BUFFERS[(i, *part.shape[:-2], 4096, part.shape[-1])][..., : t + n, :] for i, part in enumerate((K, V)))
    S = K.shape[-2]
    visible = np.tril(np.ones((n, S), dtype=bool), k=S - n)  # (n, S)
    scores = np.where(visible, Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]), -np.inf)  # (B, H, n, S)
    output = merge_heads(softmax(scores) @ V) @ Wo  # (B, n, D_model)
    return output, (K, V, position + n)
