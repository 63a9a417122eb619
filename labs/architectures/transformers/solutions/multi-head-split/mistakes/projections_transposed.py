import math

MISTAKE = "Linear의 관례대로 W.T를 곱한다"
SYMPTOM = "값이 모두 어긋난다"
CAUGHT_BY = "test_one_token"
CAUSE_WORD = "모두 전치해"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q = split_heads(X @ Wq.T, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wk.T, n_heads)  # (..., H, S, Dh)
    V = split_heads(context @ Wv.T, n_heads)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return merge_heads(weights @ V) @ Wo.T, weights
