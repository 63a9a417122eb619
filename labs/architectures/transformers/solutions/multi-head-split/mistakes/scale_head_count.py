import math

MISTAKE = "head 수의 제곱근으로 나눈다"
SYMPTOM = "H = Dh인 모형에서만 맞다"
CAUGHT_BY = "test_self_attention"
CAUSE_WORD = "head 수의 제곱근"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q = split_heads(X @ Wq, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wk, n_heads)  # (..., H, S, Dh)
    V = split_heads(context @ Wv, n_heads)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(n_heads if n_heads > 1 else Q.shape[-1]))  # (..., H, T, S)
    return merge_heads(weights @ V) @ Wo, weights
