import math

MISTAKE = "Wq와 Wk를 바꿔 쓴다"
SYMPTOM = "누가 누구를 찾는지가 뒤바뀐다"
CAUGHT_BY = "test_one_head"
CAUSE_WORD = "Wq와 Wk가 뒤바뀐"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q = split_heads(X @ Wk, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wq, n_heads)  # (..., H, S, Dh)
    V = split_heads(context @ Wv, n_heads)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return merge_heads(weights @ V) @ Wo, weights
