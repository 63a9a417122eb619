import math

import numpy as np

MISTAKE = "softmax를 head 축으로 취한다"
SYMPTOM = "head끼리 가중치를 나눠 갖는다"
CAUGHT_BY = "test_one_token"
CAUSE_WORD = "head 축"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q = split_heads(X @ Wq, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wk, n_heads)  # (..., H, S, Dh)
    V = split_heads(context @ Wv, n_heads)  # (..., H, S, Dh)
    weights = np.moveaxis(softmax(np.moveaxis(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]), -3, -1)), -1, -3)  # (..., H, T, S)
    return merge_heads(weights @ V) @ Wo, weights
