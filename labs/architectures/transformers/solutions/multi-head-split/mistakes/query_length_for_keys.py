import math

MISTAKE = "key를 나눌 때 query의 길이를 쓴다"
SYMPTOM = "cross-attention에서 멈춘다"
CAUGHT_BY = "test_one_head"
CAUSE_WORD = "길이는 context에서"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q = split_heads(X @ Wq, n_heads)  # (..., H, T, Dh)
    K = (context @ Wk).reshape(*X.shape[:-1], n_heads, -1).swapaxes(-3, -2)  # (..., H, S, Dh)
    V = split_heads(context @ Wv, n_heads)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return merge_heads(weights @ V) @ Wo, weights
