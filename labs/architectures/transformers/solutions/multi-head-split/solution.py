"""연습: multi-head attention. 폭을 head로 나누고, head마다 attention을 구하고, 다시 합친다.

B는 batch, T는 query 수, S는 key 수, H는 head 수, Dh = D_model / H는 head의 폭이다.
앞에 붙는 축(batch)은 없을 수도 여럿일 수도 있으며 `...`로 적는다.
"""

import math

import numpy as np


def softmax(scores):
    """마지막 축의 합이 1인 가중치."""
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def split_heads(X, n_heads):
    """폭을 head로 나누고 head 축을 길이 앞으로 보낸다: (..., T, D_model) -> (..., H, T, Dh).

    head h는 token마다 열 h*Dh부터 (h+1)*Dh 앞까지를 맡는다. D_model은 n_heads로 나누어떨어진다.
    """
    # REGION 마지막 축을 (H, Dh)로 나눈 뒤 head 축을 앞으로 옮긴다
    *batch, T, d_model = X.shape
    X = X.reshape(*batch, T, n_heads, d_model // n_heads)  # (..., T, H, Dh)
    return X.swapaxes(-3, -2)  # (..., H, T, Dh)
    # END


def merge_heads(X):
    """split_heads를 되돌린다: (..., H, T, Dh) -> (..., T, H*Dh)."""
    # REGION token마다 head의 열을 차례로 이어 붙인다
    X = X.swapaxes(-3, -2)  # (..., T, H, Dh)
    return X.reshape(*X.shape[:-2], X.shape[-2] * X.shape[-1])  # (..., T, H*Dh)
    # END


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None):
    """Multi-head attention [Vaswani 외 2017, 3.2.2절]. bias와 mask는 두지 않는다.

    X: (..., T, D_model), query가 나온다. context: (..., S, D_model), key와 value가 나온다(None이면 X).
    Wq, Wk, Wv, Wo: (D_model, D_model). 특징이 행이므로 `X @ Wq`로 곱한다.
    반환: output (..., T, D_model)과 weights (..., H, T, S). dtype은 입력을 따른다.
    """
    # REGION 사영하고 나누고 head마다 attention을 구해 합친 뒤 Wo를 곱한다
    context = X if context is None else context
    Q = split_heads(X @ Wq, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wk, n_heads)  # (..., H, S, Dh)
    V = split_heads(context @ Wv, n_heads)  # (..., H, S, Dh)
    weights = softmax(Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]))  # (..., H, T, S)
    return merge_heads(weights @ V) @ Wo, weights  # (..., T, D_model), (..., H, T, S)
    # END
