import math

MISTAKE = "value를 X에서 얻는다"
SYMPTOM = "T와 S가 다르면 멈추고, 같으면 조용히 틀린다"
CAUGHT_BY = "test_one_head"
CAUSE_WORD = "context에서 온다"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q = split_heads(X @ Wq, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wk, n_heads)  # (..., H, S, Dh)
    V = split_heads(X @ Wv, n_heads)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return merge_heads(weights @ V) @ Wo, weights
