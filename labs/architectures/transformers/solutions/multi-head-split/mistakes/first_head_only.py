import math

MISTAKE = "모든 head가 첫 head의 점수를 쓴다"
SYMPTOM = "head를 나눈 뜻이 없다"
CAUGHT_BY = "test_self_attention"
CAUSE_WORD = "head"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q = split_heads(X @ Wq, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wk, n_heads)  # (..., H, S, Dh)
    V = split_heads(context @ Wv, n_heads)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return merge_heads(weights[..., :1, :, :] @ V) @ Wo, weights
