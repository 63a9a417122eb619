import math

MISTAKE = "split_heads를 두고 함수 안에서 reshape로 나눈다"
SYMPTOM = "모양은 맞지만 위치가 섞인다"
CAUGHT_BY = "test_self_attention"
CAUSE_WORD = "나눌 때 축을"
SOURCE = "FuxiCTR 30"


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q, K, V = X @ Wq, context @ Wk, context @ Wv
    Q = Q.reshape(*Q.shape[:-2], n_heads, Q.shape[-2], -1)  # (..., H, T, Dh)
    K = K.reshape(*K.shape[:-2], n_heads, K.shape[-2], -1)  # (..., H, S, Dh)
    V = V.reshape(*V.shape[:-2], n_heads, V.shape[-2], -1)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return merge_heads(weights @ V) @ Wo, weights
