import math

import numpy as np

MISTAKE = "position을 buffer의 쓸 자리로 쓴다"
SYMPTOM = "오래된 token을 버린 뒤 쓸 자리가 어긋나 멈춘다"
CAUGHT_BY = "test_sliding_window"
CAUSE_WORD = "이을 자리를 길이에서"
SOURCE = "LLMs-from-scratch 925"


def cached_attention(x, cache, Wq, Wk, Wv, Wo, n_heads):
    n, position = x.shape[-2], 0 if cache is None else cache[2]
    positions = np.arange(position, position + n)  # (n,)
    Q = rope(split_heads(x @ Wq, n_heads), positions)  # (B, H, n, Dh)
    K = rope(split_heads(x @ Wk, n_heads), positions)  # (B, H, n, Dh)
    V = split_heads(x @ Wv, n_heads)  # (B, H, n, Dh)
    if cache is not None:
        buffers = np.zeros((2, *K.shape[:-2], position + n, K.shape[-1]), dtype=K.dtype)  # (2, B, H, t+n, Dh)
        buffers[0][..., :position, :], buffers[1][..., :position, :] = cache[0], cache[1]
        buffers[0][..., position:, :], buffers[1][..., position:, :] = K, V
        K, V = buffers
    S = K.shape[-2]
    visible = np.tril(np.ones((n, S), dtype=bool), k=S - n)  # (n, S)
    scores = np.where(visible, Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]), -np.inf)  # (B, H, n, S)
    output = merge_heads(softmax(scores) @ V) @ Wo  # (B, n, D_model)
    return output, (K, V, position + n)
