import math

MISTAKE = "√Dh로 두 번 나눈다"
SYMPTOM = "가중치가 너무 고르다"
CAUGHT_BY = "test_one_head"
CAUSE_WORD = "두 번"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q = split_heads(X @ Wq, n_heads) / math.sqrt(Wq.shape[1] // n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wk, n_heads)  # (..., H, S, Dh)
    V = split_heads(context @ Wv, n_heads)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return merge_heads(weights @ V) @ Wo, weights
