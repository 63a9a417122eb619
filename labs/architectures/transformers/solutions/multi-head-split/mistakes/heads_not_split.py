import math

import numpy as np

MISTAKE = "head를 나누지 않고 통째로 attention을 구한다"
SYMPTOM = "head마다 다른 것을 볼 수 없다"
CAUGHT_BY = "test_self_attention"
CAUSE_WORD = "head를 나누지 않은"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q, K, V = (split_heads(part, 1) for part in (X @ Wq, context @ Wk, context @ Wv))  # (..., 1, 길이, D_model)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., 1, T, S)
    weights = np.repeat(weights, n_heads, axis=-3)  # (..., H, T, S)
    return merge_heads(weights[..., :1, :, :] @ V) @ Wo, weights
