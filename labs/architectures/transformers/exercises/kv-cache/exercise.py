"""연습: KV cache. 지난 token의 key와 value를 모아 두고 새 token만 셈한다.

B는 batch, H는 head 수, Dh는 head의 폭, n은 이번에 들어온 token 수, t는 cache에 든 token 수다.
cache는 (K, V, position)이다. K와 V는 (B, H, t, Dh)이고, position은 지금까지 들어온 token의 수,
곧 다음 token의 위치다. 오래된 token을 버리면 t는 줄지만 position은 줄지 않는다.

`raise NotImplementedError`가 있는 줄을 지우고 그 자리를 채운다. 채점은 이 폴더에서 `python -m pytest -x`로 하며,
쉬운 단계부터 돌다가 처음 막힌 곳에서 멈춘다.
"""

import math

import numpy as np


def softmax(scores):
    """마지막 축의 합이 1인 가중치. 행마다 볼 key가 하나는 있어야 한다."""
    exp = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return exp / exp.sum(axis=-1, keepdims=True)


def split_heads(X, n_heads):
    """(B, n, D_model) -> (B, H, n, Dh)."""
    return X.reshape(*X.shape[:-1], n_heads, X.shape[-1] // n_heads).swapaxes(-3, -2)  # (B, H, n, Dh)


def merge_heads(X):
    """(B, H, n, Dh) -> (B, n, D_model)."""
    X = X.swapaxes(-3, -2)  # (B, n, H, Dh)
    return X.reshape(*X.shape[:-2], X.shape[-2] * X.shape[-1])  # (B, n, D_model)


def rope(X, positions):
    """이웃한 두 열씩 위치만큼 돌린다 [Su 외 2024]. X: (..., n, Dh), positions: (n,)."""
    angles = np.asarray(positions)[:, None] * 10000.0 ** (-np.arange(0, X.shape[-1], 2) / X.shape[-1])  # (n, Dh/2)
    even, odd = X[..., 0::2], X[..., 1::2]  # (..., n, Dh/2)
    rotated = np.empty_like(X)  # (..., n, Dh)
    rotated[..., 0::2] = even * np.cos(angles) - odd * np.sin(angles)
    rotated[..., 1::2] = even * np.sin(angles) + odd * np.cos(angles)
    return rotated


def cached_attention(x, cache, Wq, Wk, Wv, Wo, n_heads):
    """새 token n개가 cache의 과거와 자기들 가운데 앞선 token을 보는 multi-head attention.

    x: (B, n, D_model). 첫 호출은 prompt 전체(n개), 그 뒤는 흔히 하나(n = 1)다.
    cache: 지난 호출이 돌려준 (K, V, position). 첫 호출에는 None이다.
    Wq, Wk, Wv, Wo: (D_model, D_model). head로 나눈 query와 key에 `rope`로 위치를 넣는다.
    반환: output (B, n, D_model)과 새 cache. 나누어 넣어도 한 번에 넣은 causal attention과 output이 같다.
    넘겨받은 cache는 고치지 않는다. cache의 길이에 상한이 없다. dtype은 입력을 따른다.
    """
    raise NotImplementedError("새 key와 value를 cache에 잇고 새 query로 attention을 구해 output과 새 cache를 돌려준다")


def trim_cache(cache, size):
    """가장 새로운 token size개만 남긴 새 cache. 더 짧으면 그대로다. size는 0일 수 있다.

    cached_attention을 부르기 전마다 size = window - 1로 줄이면 새 token 하나가 최근 window개만 본다.
    """
    raise NotImplementedError("길이 축의 끝 size개만 남기고 position은 이어 간다")
