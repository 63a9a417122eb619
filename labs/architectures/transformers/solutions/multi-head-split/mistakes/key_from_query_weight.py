import math

MISTAKE = "key에도 Wq를 쓴다"
SYMPTOM = "점수가 대칭이 된다"
CAUGHT_BY = "test_one_head"
CAUSE_WORD = "key에도 Wq"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q = split_heads(X @ Wq, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wq, n_heads)  # (..., H, S, Dh)
    V = split_heads(context @ Wv, n_heads)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return merge_heads(weights @ V) @ Wo, weights
