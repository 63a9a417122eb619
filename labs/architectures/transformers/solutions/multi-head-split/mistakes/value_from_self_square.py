import math

MISTAKE = "T = S일 때 value를 X에서 얻는다"
SYMPTOM = "context의 내용이 output에 없다"
CAUGHT_BY = "test_cross_attention"
CAUSE_WORD = "value를 X에서"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q = split_heads(X @ Wq, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wk, n_heads)  # (..., H, S, Dh)
    V = split_heads((X if X.shape == context.shape else context) @ Wv, n_heads)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return merge_heads(weights @ V) @ Wo, weights
