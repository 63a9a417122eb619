import math

MISTAKE = "softmax를 query 축으로 취한다"
SYMPTOM = "행의 합이 1이 아니다"
CAUGHT_BY = "test_one_head"
CAUSE_WORD = "query 축"
SOURCE = "annotated_deep_learning_paper_implementations 146"


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q = split_heads(X @ Wq, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wk, n_heads)  # (..., H, S, Dh)
    V = split_heads(context @ Wv, n_heads)  # (..., H, S, Dh)
    weights = softmax(K @ Q.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])).swapaxes(-1, -2)  # (..., H, T, S)
    return merge_heads(weights @ V) @ Wo, weights
