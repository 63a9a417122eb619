"""grader가 기대값을 얻는 느린 구현. 숫자 하나씩 도는 loop이므로 무엇을 더하는지 그대로 읽힌다.

빠른 행렬 구현과 일부러 다른 방식으로 썼다. `scale`이나 `over`를 바꾸면 흔한 실수의 결과도 얻는다.
"""

import cmath
import math

import numpy as np


def loop_scores(Q, K, scale=None):
    """query와 key를 한 쌍씩 내적해 scale(기본값 √D)로 나눈다: (..., T, D), (..., S, D) -> (..., T, S)."""
    scale = math.sqrt(Q.shape[-1]) if scale is None else scale
    scores = np.zeros((*Q.shape[:-2], Q.shape[-2], K.shape[-2]))
    for *batch, t, s in np.ndindex(scores.shape):
        query, key = Q[(*batch, t)], K[(*batch, s)]
        scores[(*batch, t, s)] = sum(float(a) * float(b) for a, b in zip(query, key)) / scale
    return scores


def loop_softmax(scores, over=(-1,)):
    """`over`의 축을 묶어 합이 1이 되게 한다. -inf인 자리는 0이고, 묶음이 모두 -inf이면 모두 0이다."""
    over = {axis % scores.ndim for axis in over}
    groups = {}
    for place in np.ndindex(scores.shape):
        if scores[place] > -math.inf:
            kept = tuple(i for axis, i in enumerate(place) if axis not in over)
            groups.setdefault(kept, []).append(place)
    weights = np.zeros(scores.shape)
    for places in groups.values():
        top = max(float(scores[place]) for place in places)
        total = sum(math.exp(float(scores[place]) - top) for place in places)
        for place in places:
            weights[place] = math.exp(float(scores[place]) - top) / total
    return weights


def loop_mix(weights, V):
    """가중치대로 value를 더한다: (..., T, S), (..., S, Dv) -> (..., T, Dv)."""
    output = np.zeros((*weights.shape[:-1], V.shape[-1]))
    for *batch, t, s in np.ndindex(weights.shape):
        output[(*batch, t)] += weights[(*batch, t, s)] * V[(*batch, s)]
    return output


def loop_attention(Q, K, V, visible=None, scale=None, over=(-1,)):
    """attention의 output과 weights. visible이 False인 자리의 점수는 -inf로 본다."""
    scores = loop_scores(Q, K, scale)
    if visible is not None:
        scores[~np.broadcast_to(visible, scores.shape)] = -math.inf
    weights = loop_softmax(scores, over)
    return loop_mix(weights, V), weights


def loop_split(X, n_heads):
    """head h는 열 h*Dh부터 Dh개를 맡는다: (..., T, D_model) -> (..., H, T, Dh)."""
    *batch, T, d_model = X.shape
    width = d_model // n_heads
    heads = np.zeros((*batch, n_heads, T, width))
    for *place, h, t, j in np.ndindex(heads.shape):
        heads[(*place, h, t, j)] = X[(*place, t, h * width + j)]
    return heads


def loop_merge(heads):
    """head를 열 방향으로 이어 붙인다: (..., H, T, Dh) -> (..., T, H*Dh)."""
    *batch, n_heads, T, width = heads.shape
    merged = np.zeros((*batch, T, n_heads * width))
    for *place, h, t, j in np.ndindex(heads.shape):
        merged[(*place, t, h * width + j)] = heads[(*place, h, t, j)]
    return merged


def loop_rope(X, positions):
    """이웃한 두 열을 복소수 하나로 보고 위치만큼 돌린다: (..., T, D) -> (..., T, D)."""
    width = X.shape[-1]
    rotated = np.zeros(X.shape)
    for *place, t, i in np.ndindex((*X.shape[:-1], width // 2)):
        pair = complex(X[(*place, t, 2 * i)], X[(*place, t, 2 * i + 1)])
        pair *= cmath.exp(1j * float(positions[t]) * 10000 ** (-2 * i / width))
        rotated[(*place, t, 2 * i)], rotated[(*place, t, 2 * i + 1)] = pair.real, pair.imag
    return rotated


def loop_multi_head(X, context, Wq, Wk, Wv, Wo, n_heads, scale=None, over=(-1,)):
    """multi-head attention의 output과 weights. query는 X에서, key와 value는 context에서 나온다."""
    Q, K, V = loop_split(X @ Wq, n_heads), loop_split(context @ Wk, n_heads), loop_split(context @ Wv, n_heads)
    heads, weights = loop_attention(Q, K, V, scale=scale, over=over)
    return loop_merge(heads) @ Wo, weights


def loop_causal(X, Wq, Wk, Wv, Wo, n_heads, query_at=None, key_at=None, value_at=None, visible=None, scale=None):
    """RoPE를 쓰는 causal multi-head attention의 output을 한 번에 구한다.

    query_at, key_at: token마다의 위치(기본값 0, 1, 2, ...). value_at: None이면 value를 돌리지 않는다.
    visible: (T, T) boolean(기본값은 자기와 그 앞). scale: None이면 √Dh.
    """
    order = np.arange(X.shape[-2])
    Q, K, V = (loop_split(X @ W, n_heads) for W in (Wq, Wk, Wv))
    Q = loop_rope(Q, order if query_at is None else query_at)
    K = loop_rope(K, order if key_at is None else key_at)
    V = V if value_at is None else loop_rope(V, value_at)
    heads, _ = loop_attention(Q, K, V, order <= order[:, None] if visible is None else visible, scale)
    return loop_merge(heads) @ Wo
