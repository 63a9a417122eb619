import math

MISTAKE = "merge_heads를 두고 함수 안에서 reshape로 합친다"
SYMPTOM = "위치와 head가 섞인다"
CAUGHT_BY = "test_self_attention"
CAUSE_WORD = "합칠 때 head 축을"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q = split_heads(X @ Wq, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wk, n_heads)  # (..., H, S, Dh)
    V = split_heads(context @ Wv, n_heads)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return (weights @ V).reshape(X.shape) @ Wo, weights
