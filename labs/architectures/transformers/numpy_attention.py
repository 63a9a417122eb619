"""18.4장의 attention을 NumPy로 쓴 것이다. 책의 모든 쪽이 이 파일 하나를 보이고 불러 쓴다.

관례: 특징은 행이다(`X`는 `(T, D_model)`). `T`는 query 길이, `S`는 key 길이, `D`는 query와 key의
폭, `H`는 head 수다. boolean mask는 True인 자리의 key를 볼 수 있다는 뜻이다.
앞에 붙는 축(batch, head)은 `...`로 적으며 NumPy의 broadcast 규칙을 따른다.
"""

import math

import numpy as np


def softmax(scores, axis=-1):
    """`axis`를 따라 합이 1인 가중치로 바꾼다.

    scores: 실수 배열. -inf는 가려진 자리다.
    반환: scores와 모양·dtype이 같은 배열. 모두 -inf인 행은 0으로 채운다.
    """
    peak = scores.max(axis=axis, keepdims=True)
    peak = np.where(np.isneginf(peak), 0, peak)  # 모두 가려진 행의 (-inf) - (-inf) = NaN을 막는다
    exp = np.exp(scores - peak)  # 인자가 0 이하이므로 넘치지 않는다
    total = exp.sum(axis=axis, keepdims=True)
    return exp / np.where(total == 0, 1, total)


def attention(Q, K, V, mask=None):
    """Scaled dot-product attention [Vaswani 외 2017, 식 (1)].

    Q: (..., T, D), K: (..., S, D), V: (..., S, Dv). 실수 배열이며, dtype을 그대로 지킨다.
    mask: (..., T, S)로 broadcast되는 boolean. True인 자리만 본다.
    반환: 출력 (..., T, Dv)와 가중치 (..., T, S). 볼 key가 없는 행은 둘 다 0이다.
    모양이나 dtype이 맞지 않으면 ValueError를 낸다.
    """
    check_attention_inputs(Q, K, V, mask)
    scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])  # (..., T, S)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)  # (..., T, S)
    weights = softmax(scores)  # (..., T, S)
    return weights @ V, weights  # (..., T, Dv), (..., T, S)


def causal_mask(T, S=None):
    """query t가 자기와 그 앞의 key만 보는 mask.

    반환: (T, S) boolean. S > T이면 앞의 S - T개는 이미 지나간 key로 보고 모두 연다.
    S < T이면 ValueError를 낸다.
    """
    S = T if S is None else S
    if S < T:
        raise ValueError(
            f"key 길이 S={S}가 query 길이 T={T}보다 짧다. "
            "causal mask는 S가 T보다 짧지 않을 때만 뜻이 있다."
        )
    return np.tril(np.ones((T, S), dtype=bool), k=S - T)  # (T, S)


def padding_mask(lengths, S):
    """길이가 서로 다른 문장을 묶을 때 PAD key를 가리는 mask.

    lengths: (B,) 정수, 문장마다 실제 token 수(0 이상 S 이하). S: 채운 뒤의 길이.
    반환: (B, 1, S) boolean. 가운데 축은 모든 query에 broadcast된다.
    """
    lengths = np.asarray(lengths)
    integers = lengths.ndim == 1 and lengths.dtype.kind in "iu"
    if not integers or (lengths < 0).any() or (lengths > S).any():
        raise ValueError(
            f"lengths={lengths.tolist()}를 받았다. 0 이상 S={S} 이하인 정수의 목록이어야 한다."
        )
    return (np.arange(S) < lengths[:, None])[:, None, :]  # (B, 1, S)


def split_heads(X, n_heads):
    """폭을 head로 나누고 head 축을 앞으로 보낸다: (..., T, D_model) -> (..., H, T, Dh)."""
    *batch, T, d_model = X.shape
    if n_heads < 1 or d_model % n_heads:
        raise ValueError(
            f"폭({d_model})을 head {n_heads}개로 나눌 수 없다. 나누어떨어지는 head 수를 고른다."
        )
    X = X.reshape(*batch, T, n_heads, d_model // n_heads)  # (..., T, H, Dh)
    return X.swapaxes(-3, -2)  # (..., H, T, Dh)


def merge_heads(X):
    """`split_heads`를 되돌린다: (..., H, T, Dh) -> (..., T, H*Dh)."""
    X = X.swapaxes(-3, -2)  # (..., T, H, Dh)
    return X.reshape(*X.shape[:-2], X.shape[-2] * X.shape[-1])  # (..., T, H*Dh)


def multi_head_attention(X, Wq, Wk, Wv, Wo, n_heads, context=None, mask=None):
    """Multi-head attention [Vaswani 외 2017, 3.2.2절]. bias는 두지 않는다.

    X: (..., T, D_model), query가 나온다. context: (..., S, D_model), key와 value가 나온다.
    context를 주지 않으면 self-attention, 주면 cross-attention이다.
    Wq, Wk, Wv, Wo: (D_model, D_model).
    mask: (T, S) boolean, 모든 head가 함께 쓴다. batch마다 다르면 (B, 1, T, S).
    반환: 출력 (..., T, D_model)과 가중치 (..., H, T, S).
    """
    context = X if context is None else context
    check_projections(X, context, Wq, Wk, Wv)
    Q = split_heads(X @ Wq, n_heads)  # (..., H, T, Dh)
    K = split_heads(context @ Wk, n_heads)  # (..., H, S, Dh)
    V = split_heads(context @ Wv, n_heads)  # (..., H, S, Dh)
    heads, weights = attention(Q, K, V, mask)  # (..., H, T, Dh), (..., H, T, S)
    return merge_heads(heads) @ Wo, weights  # (..., T, D_model), (..., H, T, S)


def sinusoidal_encoding(positions, D, base=10000.0):
    """사인 위치 인코딩 [Vaswani 외 2017, 3.5절].

    positions: (T,) 실수. 정수가 아니어도 된다(관측 시각, 좌표). D: 짝수 폭.
    반환: (T, D). 짝수 열은 sin, 홀수 열은 cos이다.
    """
    angles = rotation_angles(positions, D, base)  # (T, D/2)
    encoding = np.empty((*angles.shape[:-1], D))  # (T, D)
    encoding[..., 0::2] = np.sin(angles)
    encoding[..., 1::2] = np.cos(angles)
    return encoding


def rope(X, positions, base=10000.0):
    """Rotary position embedding [Su 외 2024]. 이웃한 두 열씩 짝지어 위치만큼 돌린다.

    X: (..., T, D), D는 짝수. positions: (T,) 실수.
    반환: X와 모양과 dtype이 같고, 행마다 길이(norm)도 같다.
    """
    angles = rotation_angles(positions, X.shape[-1], base)  # (T, D/2)
    cos, sin = np.cos(angles), np.sin(angles)  # (T, D/2)
    even, odd = X[..., 0::2], X[..., 1::2]  # (..., T, D/2)
    rotated = np.empty_like(X)  # (..., T, D)
    rotated[..., 0::2] = even * cos - odd * sin
    rotated[..., 1::2] = even * sin + odd * cos
    return rotated


def rotation_angles(positions, D, base=10000.0):
    """위치 p와 짝 i마다 각 p * base**(-2i/D)를 낸다: (T,) -> (T, D/2). D는 짝수여야 한다."""
    if D < 2 or D % 2:
        raise ValueError(
            f"폭 D={D}: 두 열씩 짝을 지으므로 2 이상의 짝수여야 한다."
        )
    frequency = base ** (-np.arange(0, D, 2) / D)  # (D/2,)
    return np.asarray(positions, dtype=float)[..., None] * frequency  # (T, D/2)


def decode_step(x, cache, Wq, Wk, Wv, Wo, n_heads):
    """KV cache를 쓰는 생성 한 걸음: 새 token 하나가 지금까지의 key와 value를 본다.

    x: (1, D_model), 새 token. cache: 지난 걸음의 (K, V), 각각 (H, t, Dh). 첫걸음에는 None.
    반환: 출력 (1, D_model)과 한 칸 자란 cache, 각각 (H, t+1, Dh). 받은 cache는 고치지 않는다.
    """
    Q, K, V = (split_heads(x @ W, n_heads) for W in (Wq, Wk, Wv))  # 각각 (H, 1, Dh)
    if cache is not None:
        K = np.concatenate([cache[0], K], axis=-2)  # (H, t+1, Dh)
        V = np.concatenate([cache[1], V], axis=-2)  # (H, t+1, Dh)
    heads, _ = attention(Q, K, V)  # (H, 1, Dh). cache에는 과거뿐이라 mask가 필요 없다
    return merge_heads(heads) @ Wo, (K, V)  # (1, D_model), 2 x (H, t+1, Dh)


def check_projections(X, context, Wq, Wk, Wv):
    """사영 행렬의 행 수가 입력의 폭과 같은지 본다. 다르면 두 모양을 들어 ValueError를 낸다."""
    for name, W, rows in (("Wq", Wq, X), ("Wk", Wk, context), ("Wv", Wv, context)):
        if W.ndim != 2 or W.shape[0] != rows.shape[-1]:
            raise ValueError(
                f"입력 {rows.shape}에 {name} {W.shape}를 곱할 수 없다. "
                f"{name}의 행 수는 입력의 폭 {rows.shape[-1]}이어야 한다."
            )


def check_attention_inputs(Q, K, V, mask=None):
    """`attention`의 입력이 서로 맞는지 본다. 틀리면 두 모양을 들어 ValueError를 낸다."""
    for name, array in (("Q", Q), ("K", K), ("V", V)):
        if np.ndim(array) < 2:
            raise ValueError(
                f"{name}의 모양은 {np.shape(array)}이다. (길이, 폭)의 두 축이 필요하다."
            )
        if array.dtype.kind != "f":
            raise ValueError(
                f"{name}의 dtype은 {array.dtype}이다. "
                f"실수 배열이 필요하므로 {name}.astype(float)로 바꾼다."
            )
    if Q.shape[-1] != K.shape[-1]:
        raise ValueError(
            f"Q {Q.shape}와 K {K.shape}의 폭(마지막 축)이 다르다. "
            f"내적하려면 {Q.shape[-1]}, {K.shape[-1]}의 둘이 같아야 한다."
        )
    if K.shape[-2] != V.shape[-2]:
        raise ValueError(
            f"K {K.shape}와 V {V.shape}의 길이(끝에서 둘째 축)가 다르다. "
            "key마다 value가 하나씩 있어야 한다."
        )
    if 0 in (Q.shape[-1], K.shape[-2]):
        raise ValueError(
            f"K의 모양은 {K.shape}이다. key가 하나 이상 있고 폭이 1 이상이어야 한다."
        )
    try:
        batch = np.broadcast_shapes(Q.shape[:-2], K.shape[:-2], V.shape[:-2])
    except ValueError:
        raise ValueError(
            f"앞쪽 축이 서로 맞지 않는다: Q {Q.shape}, K {K.shape}, V {V.shape}. "
            "batch와 head 축을 같게 한다."
        ) from None
    if mask is not None:
        check_mask(mask, (*batch, Q.shape[-2], K.shape[-2]))


def check_mask(mask, scores_shape):
    """mask가 boolean이고 점수 모양으로 broadcast되는지 본다."""
    mask = np.asarray(mask)
    if mask.dtype != bool:
        raise ValueError(
            f"mask의 dtype은 {mask.dtype}이다. True가 '볼 수 있음'인 boolean이어야 하므로 "
            "0/1 배열이면 mask.astype(bool)로 바꾼다."
        )
    try:
        fits = np.broadcast_shapes(mask.shape, scores_shape) == tuple(scores_shape)
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(
            f"mask {mask.shape}를 점수 {tuple(scores_shape)}에 맞출 수 없다. "
            "마지막 두 축은 (query 길이, key 길이)다."
        )
