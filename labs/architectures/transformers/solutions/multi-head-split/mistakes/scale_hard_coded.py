MISTAKE = "√64를 상수로 적는다"
SYMPTOM = "head의 폭이 64인 모형에서만 맞다"
CAUGHT_BY = "test_one_head"
CAUSE_WORD = "나눈 수가 8인"
SOURCE = ""


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    context = X if context is None else context
    Q = split_heads(X @ Wq, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wk, n_heads)  # (..., H, S, Dh)
    V = split_heads(context @ Wv, n_heads)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / 8.0)  # (..., H, T, S)
    return merge_heads(weights @ V) @ Wo, weights
