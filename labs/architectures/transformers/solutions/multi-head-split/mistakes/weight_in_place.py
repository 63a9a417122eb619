import math

MISTAKE = "Wq를 제자리에서 √Dh로 나눈다"
SYMPTOM = "부를 때마다 Wq가 작아진다"
CAUGHT_BY = "test_one_token"
CAUSE_WORD = "제자리 연산"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Wq /= math.sqrt(X.shape[-1] // n_heads)
    Q = split_heads(X @ Wq, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wk, n_heads)  # (..., H, S, Dh)
    V = split_heads(context @ Wv, n_heads)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2))  # (..., H, T, S)
    return merge_heads(weights @ V) @ Wo, weights
