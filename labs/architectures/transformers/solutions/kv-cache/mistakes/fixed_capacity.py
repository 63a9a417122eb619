import math

import numpy as np

MISTAKE = "64칸짜리 buffer에 쓰고 넘칠 때를 다루지 않는다"
SYMPTOM = "65번째 token에서 멈춘다"
CAUGHT_BY = "test_long_sequence"
CAUSE_WORD = "정해 둔 칸 수"
SOURCE = "LLMs-from-scratch 925"


def cached_attention(x, cache, Wq, Wk, Wv, Wo, n_heads):
    n, position = x.shape[-2], 0 if cache is None else cache[2]
    positions = np.arange(position, position + n)  # (n,)
    Q = rope(split_heads(x @ Wq, n_heads), positions)  # (B, H, n, Dh)
    K = rope(split_heads(x @ Wk, n_heads), positions)  # (B, H, n, Dh)
    V = split_heads(x @ Wv, n_heads)  # (B, H, n, Dh)
    if cache is not None:
        t = cache[0].shape[-2]
        buffers = np.zeros((2, *K.shape[:-2], 64, K.shape[-1]), dtype=K.dtype)  # (2, B, H, 64, Dh)
        buffers[0][..., :t, :], buffers[1][..., :t, :] = cache[0], cache[1]
        buffers[0][..., t : t + n, :], buffers[1][..., t : t + n, :] = K, V
        K, V = buffers[0][..., : t + n, :], buffers[1][..., : t + n, :]  # (B, H, t+n, Dh)
    S = K.shape[-2]
    visible = np.tril(np.ones((n, S), dtype=bool), k=S - n)  # (n, S)
    scores = np.where(visible, Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]), -np.inf)  # (B, H, n, S)
    output = merge_heads(softmax(scores) @ V) @ Wo  # (B, n, D_model)
    return output, (K, V, position + n)
