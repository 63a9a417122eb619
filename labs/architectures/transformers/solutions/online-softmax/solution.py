"""연습: Online softmax. 점수 행렬을 만들지 않고, tile마다 눈금을 고치며 attention을 구한다.

H는 query의 head 수, G는 key와 value의 head 수(H의 약수), T는 query 길이, S는 key 길이다.
tile은 잇달은 key 몇 개이고, 마지막 tile은 짧을 수 있다. query T개는 key S개의 마지막 T자리에 선다.
"""

import math

import numpy as np


def update(state, scores, V):
    """지금까지의 합에 tile 하나를 더한 새 state.

    state: (peak, total, mixed). peak (..., n, 1)은 지금까지의 최댓값이고 본 key가 없으면 -inf다.
    total (..., n, 1)은 exp(점수 - peak)의 합, mixed (..., n, Dv)는 그것으로 가중한 value의 합이다.
    scores: (..., n, m), 가린 자리는 -inf다. 한 행이 모두 -inf일 수도 있다. V: (..., m, Dv).
    넘겨받은 것은 고치지 않는다. dtype은 입력을 따른다.
    """
    # REGION 새 최댓값을 구하고, 앞의 합에 exp(옛 최댓값 - 새 최댓값)을 곱한 뒤 tile의 몫을 더한다
    peak, total, mixed = state
    higher = np.maximum(peak, scores.max(axis=-1, keepdims=True))  # (..., n, 1)
    base = np.where(np.isneginf(higher), 0, higher)  # (..., n, 1). (-inf) - (-inf)를 막는다
    weights, shrink = np.exp(scores - base), np.exp(peak - base)  # (..., n, m), (..., n, 1)
    total = total * shrink + weights.sum(axis=-1, keepdims=True)  # (..., n, 1)
    return higher, total, mixed * shrink + weights @ V  # (..., n, 1), (..., n, 1), (..., n, Dv)
    # END


def window_mask(query, key, window):
    """위치 query (n,)가 위치 key (m,)를 보는가: 자기를 넣어 가장 가까운 window개만, 미래는 보지 않는다. 반환: (n, m) boolean."""
    # REGION 미래가 아니고 창 안인 자리만 True로 둔다
    ahead = query[:, None] - key  # (n, m)
    return (ahead >= 0) & (ahead < window)  # (n, m)
    # END


def pair_heads(X, n_heads):
    """GQA: 이웃한 query head H/G개가 key·value head 하나를 나누어 쓰게 펼친다. (..., G, S, D) -> (..., H, S, D)."""
    # REGION head 축을 따라 head마다 H/G번 잇달아 되풀이한다
    return np.repeat(X, n_heads // X.shape[-3], axis=-3)  # (..., H, S, D)
    # END


def tiled_attention(Q, K, V, size, window=None):
    """key를 size개씩 나누어 계산한 attention. 답은 통째로 계산한 것과 같고 (T, S) 배열은 만들지 않는다.

    Q: (..., H, T, D), K: (..., G, S, D), V: (..., G, S, Dv). window를 주면 `window_mask`가 True인 key만, None이면 모두 본다.
    반환: (..., H, T, Dv). dtype은 입력을 따른다.
    """
    # REGION tile마다 점수를 만들어 update에 넣고, 마지막에 mixed를 total로 나눈다
    K, V = pair_heads(K, Q.shape[-3]), pair_heads(V, Q.shape[-3])  # (..., H, S, D), (..., H, S, Dv)
    Q, (T, S) = Q / math.sqrt(Q.shape[-1]), (Q.shape[-2], K.shape[-2])
    places = np.arange(S - T, S)  # (T,)
    peak = np.full((*Q.shape[:-1], 1), -np.inf, Q.dtype)  # (..., H, T, 1)
    state = peak, np.zeros_like(peak), np.zeros((*Q.shape[:-1], V.shape[-1]), V.dtype)
    for start in range(0, S, size):
        k, v = K[..., start : start + size, :], V[..., start : start + size, :]  # (..., H, m, D)
        scores = Q @ k.swapaxes(-1, -2)  # (..., H, T, m)
        if window is not None:
            seen = window_mask(places, np.arange(start, start + k.shape[-2]), window)  # (T, m)
            scores = np.where(seen, scores, -np.inf)  # (..., H, T, m)
        state = update(state, scores, v)
    return state[2] / state[1]  # (..., H, T, Dv)
    # END
