"""연습: attention mask. 볼 수 없는 key를 가리고, 볼 key가 없는 행은 0으로 둔다.

mask는 boolean이며 True인 자리의 key를 볼 수 있다는 뜻이다. B는 문장 수, T는 query 수, S는 key 수다.
길이가 다른 문장을 묶을 때 짧은 문장의 뒤를 PAD로 채우며, lengths는 문장마다 실제 token 수다.

`raise NotImplementedError`가 있는 줄을 지우고 그 자리를 채운다. 채점은 이 폴더에서 `python -m pytest -x`로 하며,
쉬운 단계부터 돌다가 처음 막힌 곳에서 멈춘다.
"""

import math

import numpy as np


def causal_mask(T):
    """query t가 자기와 그 앞의 key만 보는 mask. 반환: (T, T) boolean."""
    raise NotImplementedError("query t가 key 0부터 t까지만 보는 boolean 표를 만든다")


def padding_mask(lengths, S):
    """PAD key를 모든 query에게서 가리는 mask.

    lengths: (B,) 정수 array, 0 이상 S 이하. 반환: (B, 1, S) boolean.
    """
    raise NotImplementedError("문장마다 앞의 lengths개 key만 True인 표를 만든다")


def causal_padding_mask(lengths, T):
    """과거이면서 PAD가 아닌 key만 보는 mask. 반환: (B, T, T) boolean."""
    raise NotImplementedError("두 mask를 합쳐 둘 다 허락한 자리만 True로 남긴다")


def masked_attention(Q, K, V, mask):
    """mask가 True인 key만 보는 scaled dot-product attention.

    Q: (..., T, D), K: (..., S, D), V: (..., S, Dv), 실수(float16·float32·float64).
    mask: (..., T, S)로 broadcast되는 boolean.
    반환: output (..., T, Dv)와 weights (..., T, S). dtype은 입력을 따른다.
    가린 key의 가중치는 그 점수가 아무리 커도 정확히 0이고, 볼 key가 없는 행은 output과 weights가 모두 0이다.
    """
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    raise NotImplementedError("가린 자리를 뺀 softmax로 weights를 구하고 value를 섞는다")


def self_attention(X, encoding, lengths):
    """위치 인코딩을 더한 입력이 서로를 보는 causal self-attention. query·key·value가 모두 X + encoding이다.

    X: (B, T, D), 뒤쪽 PAD 행에는 아무 값이나 들어 있고 실제 token의 행이 0일 수도 있다. encoding: (T, D).
    lengths: (B,) 정수 array. 반환: output (B, T, D)와 weights (B, T, T).
    """
    raise NotImplementedError("위치 인코딩을 더하고 과거의 실제 token만 보게 한다")


def masked_mean(X, lengths):
    """실제 token의 행만 평균한 문장 벡터(pooling). 길이가 0인 문장은 0 벡터다.

    X: (B, T, D), lengths: (B,) 정수 array. 반환: (B, D).
    """
    raise NotImplementedError("PAD 행을 빼고 더한 뒤 실제 token 수로 나눈다")
