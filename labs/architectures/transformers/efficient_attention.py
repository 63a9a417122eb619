"""긴 길이를 다루는 attention: tile로 나누기, 창, 선형 attention. NumPy만 쓴다.

관례는 numpy_attention.py와 같다. query T개는 key S개의 마지막 T자리에 서며, 가리는 규칙 causal과 window의 뜻은
attention_cost.visible_pairs와 같다: window=W이면 거리가 W보다 작은 key만 본다(자기를 넣어 센다).
"""

import math

import numpy as np

from numpy_attention import check_attention_inputs


def band(query, key, causal=False, window=None):
    """query 위치와 key 위치의 짝마다 보이는지: (T,), (S,) 정수 -> (T, S) boolean."""
    ahead = np.asarray(query)[:, None] - np.asarray(key)  # (T, S), key가 몇 칸 앞에 있는가
    seen = ahead >= 0 if causal else np.ones(ahead.shape, dtype=bool)  # (T, S)
    return seen if window is None else seen & (np.abs(ahead) < window)


def tiles(t, T, S, size, mask=None, causal=False, window=None):
    """query의 토막 t가 볼 key의 토막과, 그 tile에서 보이는 자리를 차례로 낸다. 모두 가려진 tile은 건너뛴다.

    내는 것: slice s와 boolean (..., n, m). 가리는 규칙이 없으면 boolean 대신 None이다.
    """
    start, stop = t.start + S - T, t.stop + S - T  # query의 위치
    low = 0 if window is None else max(0, start - window + 1)
    reach = S if window is None else stop + window - 1
    for first in range(low // size * size, min(S, reach, stop if causal else S), size):
        s, seen = slice(first, min(first + size, S)), None
        if causal or window is not None:
            seen = band(np.arange(start, stop), np.arange(s.start, s.stop), causal, window)  # (n, m)
        if mask is not None:
            part = np.broadcast_to(mask, (*mask.shape[:-2], T, S))[..., t, s]  # (..., n, m), 베끼지 않는다
            seen = part if seen is None else seen & part
        if seen is None or seen.any():
            yield s, seen


def tiled_attention(Q, K, V, mask=None, causal=False, window=None, size=128):
    """점수를 (size, size) tile로만 만드는 정확한 attention [Dao 2024, 알고리즘 1].

    Q: (..., T, D), K: (..., S, D), V: (..., S, Dv). 앞쪽 축은 셋이 같거나 1이다.
    mask: (..., T, S)로 broadcast되는 boolean. causal, window와 함께 주면 모두 허락한 자리만 본다.
    반환: 출력 (..., T, Dv)와 행마다의 log-sum-exp (..., T). 볼 key가 없는 행은 0과 -inf다.
    모양이나 dtype이 맞지 않거나, size < 1이거나, 거리를 재는데 S < T이면 ValueError를 낸다.
    """
    check_attention_inputs(Q, K, V, mask)
    T, S = check_lengths(Q.shape[-2], K.shape[-2], causal, window, size)
    batch = np.broadcast_shapes(Q.shape[:-2], K.shape[:-2])
    output = np.empty((*batch, T, V.shape[-1]), V.dtype)  # (..., T, Dv)
    lse = np.empty((*batch, T), V.dtype)  # (..., T)
    for first in range(0, T, size):
        t = slice(first, min(first + size, T))
        q = Q[..., t, :] / math.sqrt(Q.shape[-1])  # (..., n, D)
        peak = np.full((*batch, t.stop - first, 1), -np.inf, V.dtype)  # (..., n, 1), 지금까지의 최댓값
        total, mixed = np.zeros_like(peak), 0.0  # 분모 (..., n, 1)와 value의 합 (..., n, Dv)
        for s, seen in tiles(t, T, S, size, mask, causal, window):
            scores = q @ K[..., s, :].swapaxes(-1, -2)  # (..., n, m)
            if seen is not None:
                scores = np.where(seen, scores, -np.inf)  # (..., n, m)
            higher = np.maximum(peak, scores.max(axis=-1, keepdims=True))  # (..., n, 1)
            base = np.where(np.isneginf(higher), 0, higher)  # (-inf) - (-inf) = NaN을 막는다
            weights, shrink = np.exp(scores - base), np.exp(peak - base)  # 눈금을 새 최댓값에 맞춘다
            total = total * shrink + weights.sum(axis=-1, keepdims=True)  # (..., n, 1)
            mixed = mixed * shrink + weights @ V[..., s, :]  # (..., n, Dv)
            peak = higher
        empty = total == 0  # (..., n, 1), 볼 key가 없는 행
        output[..., t, :] = mixed / np.where(empty, 1, total)
        lse[..., t] = np.where(empty, -np.inf, peak + np.log(np.where(empty, 1, total)))[..., 0]
    return output, lse


def tiled_backward(Q, K, V, output, lse, upstream, mask=None, causal=False, window=None, size=128):
    """`tiled_attention`의 gradient. 가중치는 남겨 둔 lse로 다시 계산한다 [Dao 2024, 알고리즘 2].

    알고리즘 2는 key의 tile을 바깥에서 돌고, 여기서는 forward처럼 query의 tile을 바깥에서 돈다.

    output, lse: forward가 돌려준 것. upstream: (..., T, Dv), 출력의 gradient. 앞쪽 축은 모두 같다.
    반환: Q, K, V의 gradient. 볼 key가 없는 행을 지나는 gradient는 0이다.
    """
    T, S = check_lengths(Q.shape[-2], K.shape[-2], causal, window, size)
    scale = 1 / math.sqrt(Q.shape[-1])
    grad_Q, grad_K, grad_V = np.zeros_like(Q), np.zeros_like(K), np.zeros_like(V)
    row = np.where(np.isneginf(lse), np.inf, lse)[..., None]  # (..., T, 1), 빈 행의 exp(-inf - inf)는 0이다
    inner = (upstream * output).sum(axis=-1, keepdims=True)  # (..., T, 1), 행마다 sum_s w_ts (dL/dw_ts)
    for first in range(0, T, size):
        t = slice(first, min(first + size, T))
        for s, seen in tiles(t, T, S, size, mask, causal, window):
            scores = scale * (Q[..., t, :] @ K[..., s, :].swapaxes(-1, -2))  # (..., n, m)
            if seen is not None:
                scores = np.where(seen, scores, -np.inf)  # (..., n, m)
            weights = np.exp(scores - row[..., t, :])  # (..., n, m), forward에서 버린 가중치
            grad_V[..., s, :] += weights.swapaxes(-1, -2) @ upstream[..., t, :]
            grad_w = upstream[..., t, :] @ V[..., s, :].swapaxes(-1, -2)  # (..., n, m)
            grad_s = scale * weights * (grad_w - inner[..., t, :])  # (..., n, m), softmax의 야코비 행렬
            grad_Q[..., t, :] += grad_s @ K[..., s, :]
            grad_K[..., s, :] += grad_s.swapaxes(-1, -2) @ Q[..., t, :]
    return grad_Q, grad_K, grad_V


def tile_scores(T, S=None, size=128, mask=None, causal=False, window=None):
    """`tiled_attention`이 만드는 점수의 수. 가려졌지만 tile에 함께 든 자리까지 센다."""
    T, S = check_lengths(T, T if S is None else S, causal, window, size)
    count = 0
    for first in range(0, T, size):
        t = slice(first, min(first + size, T))
        for s, _ in tiles(t, T, S, size, mask, causal, window):
            count += (t.stop - t.start) * (s.stop - s.start)
    return count


def sparse_mask(T, window, n_global):
    """창과, 모두가 보고 모두를 보는 앞쪽 n_global자리 [Beltagy 외 2020, 그림 2(d)]. 반환: (T, T) boolean."""
    places = np.arange(T)
    everywhere = places < n_global  # (T,)
    return band(places, places, window=window) | everywhere | everywhere[:, None]  # (T, T)


def elu_feature(X):
    """elu(x) + 1: 언제나 양수인 특징 [Katharopoulos 외 2020, 식 (7)]."""
    return np.where(X > 0, X + 1, np.exp(np.minimum(X, 0)))


def random_feature(X, directions):
    """내적의 기댓값이 exp(x·y)인 양의 특징 [Choromanski 외 2021, 보조정리 1].

    X: (..., T, D). directions: (m, D), 표준 정규에서 뽑는다. 반환: (..., T, m).
    """
    half_square = (X**2).sum(axis=-1, keepdims=True) / 2  # (..., T, 1)
    return np.exp(X @ directions.T - half_square) / math.sqrt(len(directions))


def linear_attention(phi_Q, phi_K, V, causal=False, size=128):
    """특징의 내적을 가중치로 쓰는 attention. (T, S)를 만들지 않는다 [Katharopoulos 외 2020, 식 (5), (12)].

    phi_Q: (..., T, m), phi_K: (..., S, m), 양의 특징. causal이면 S = T다. 반환: (..., T, Dv).
    size < 1이거나, causal인데 길이가 서로 다르면 ValueError를 낸다.
    """
    T, S = check_lengths(phi_Q.shape[-2], phi_K.shape[-2], False, None, size)
    if causal and not T == S == V.shape[-2]:
        raise ValueError(f"query, key, value의 길이가 {T}, {S}, {V.shape[-2]}이다. causal이면 셋이 같아야 한다.")
    if not causal:
        state = phi_K.swapaxes(-1, -2) @ V  # (..., m, Dv)
        return phi_Q @ state / (phi_Q @ phi_K.sum(axis=-2)[..., None])  # (..., T, Dv)
    outputs, state, total = [], 0.0, 0.0
    for first in range(0, T, size):
        q, k, v = (part[..., first : first + size, :] for part in (phi_Q, phi_K, V))  # (..., n, m)
        near = np.tril(q @ k.swapaxes(-1, -2))  # (..., n, n), 토막 안의 causal
        past = (0.0, 0.0) if first == 0 else (q @ state, q @ total)  # (..., n, Dv), (..., n, 1)
        outputs.append((near @ v + past[0]) / (near.sum(axis=-1, keepdims=True) + past[1]))
        state = state + k.swapaxes(-1, -2) @ v  # (..., m, Dv), 크기가 길이와 무관한 상태
        total = total + k.sum(axis=-2)[..., None]  # (..., m, 1)
    return np.concatenate(outputs, axis=-2)  # (..., T, Dv)


def check_lengths(T, S, causal, window, size):
    """길이 (T, S)를 그대로 낸다. 토막의 크기나 길이가 맞지 않으면 ValueError를 낸다."""
    if size < 1:
        raise ValueError(f"size={size}: 한 번에 계산할 토막의 크기이므로 1 이상이어야 한다.")
    if window is not None and window < 1:
        raise ValueError(f"window={window}: 자기 자신은 보아야 하므로 1 이상이어야 한다.")
    if (causal or window is not None) and S < T:
        raise ValueError(
            f"key 길이 S={S}가 query 길이 T={T}보다 짧다. 거리를 재려면 S가 T보다 짧지 않아야 한다."
        )
    return T, S
