import math

MISTAKE = "head의 폭이 아니라 D_model의 제곱근으로 나눈다"
SYMPTOM = "학습은 되지만 가중치가 너무 고르다"
CAUGHT_BY = "test_self_attention"
CAUSE_WORD = "√D_model"
SOURCE = "DL4Proteins-notebooks 12"


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q = split_heads(X @ Wq, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wk, n_heads)  # (..., H, S, Dh)
    V = split_heads(context @ Wv, n_heads)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(X.shape[-1]))  # (..., H, T, S)
    return merge_heads(weights @ V) @ Wo, weights
