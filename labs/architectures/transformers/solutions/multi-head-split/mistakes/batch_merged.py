import math

MISTAKE = "batch와 길이를 한 축으로 펴서 나눈다"
SYMPTOM = "문장끼리 서로를 본다"
CAUGHT_BY = "test_batch"
CAUSE_WORD = "문장마다 따로"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    shape, context = X.shape, X if context is None else context
    X, context = X.reshape(-1, X.shape[-1]), context.reshape(-1, X.shape[-1])  # (B*T, D_model), (B*S, D_model)
    Q = split_heads(X @ Wq, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wk, n_heads)  # (..., H, S, Dh)
    V = split_heads(context @ Wv, n_heads)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return (merge_heads(weights @ V) @ Wo).reshape(shape), weights
