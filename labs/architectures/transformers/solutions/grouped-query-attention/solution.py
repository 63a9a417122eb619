"""연습: GQA. query head 여럿이 key와 value의 head 하나를 나누어 쓴다.

H는 query의 head 수, G는 key와 value의 head 수이고 H는 G의 배수다. T는 query 길이, S는 key 길이,
D는 query와 key의 폭, Dv는 value의 폭이다. 앞에 붙는 축(batch)은 몇 개든 올 수 있으며 `...`로 적는다.
"""

import math

import numpy as np


def softmax(scores):
    """마지막 축의 합이 1인 가중치."""
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def grouped_query_attention(Q, K, V):
    """이웃한 query head H/G개가 key와 value의 head 하나를 함께 본다. mask는 두지 않는다.

    Q: (..., H, T, D), K: (..., G, S, D), V: (..., G, S, Dv). query head h는 key와 value의 head h // (H/G)와 짝이다.
    반환: output (..., H, T, Dv)와 weights (..., H, T, S). dtype은 입력을 따른다.
    """
    # REGION query head를 (G, H/G)로 묶고, 묶음마다 제 key와 value로 attention을 구해 H로 되돌린다
    *batch, H, T, D = Q.shape
    G, S = K.shape[-3:-1]
    groups = Q.reshape(*batch, G, H // G, T, D)  # (..., G, H/G, T, D)
    scores = groups @ K[..., None, :, :].swapaxes(-1, -2) / math.sqrt(D)  # (..., G, H/G, T, S)
    weights = softmax(scores)  # (..., G, H/G, T, S)
    output = weights @ V[..., None, :, :]  # (..., G, H/G, T, Dv)
    return output.reshape(*batch, H, T, -1), weights.reshape(*batch, H, T, S)  # (..., H, T, Dv), (..., H, T, S)
    # END
