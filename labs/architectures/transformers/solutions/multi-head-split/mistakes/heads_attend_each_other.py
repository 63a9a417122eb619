import math

MISTAKE = "축을 옮기지 않고 내적해 같은 위치의 head끼리 본다"
SYMPTOM = "token 사이에 정보가 흐르지 않는다"
CAUGHT_BY = "test_one_token"
CAUSE_WORD = "head끼리"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    parts = ((X, Wq), (context, Wk), (context, Wv))
    Q, K, V = ((source @ W).reshape(*source.shape[:-1], n_heads, -1) for source, W in parts)  # (..., T, H, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., T, H, H)
    return (weights @ V).reshape(X.shape) @ Wo, weights
