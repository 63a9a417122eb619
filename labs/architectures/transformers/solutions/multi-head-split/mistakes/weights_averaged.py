import math

MISTAKE = "weights를 head에 걸쳐 평균해 돌려준다"
SYMPTOM = "head마다 무엇을 보는지 사라진다"
CAUGHT_BY = "test_one_token"
CAUSE_WORD = "head에 걸쳐 평균"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q = split_heads(X @ Wq, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wk, n_heads)  # (..., H, S, Dh)
    V = split_heads(context @ Wv, n_heads)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return merge_heads(weights @ V) @ Wo, weights.mean(axis=-3)
