"""위치를 넣는 여섯 방법을 한 모양으로 쓴 것이다. 사인 위치 인코딩과 이웃한 둘을 돌리는 RoPE는 numpy_attention.py에 있다.

위치가 들어갈 자리는 셋뿐이다: 입력에 더하기(add), query와 key를 돌리기(turn), 점수에 더하기(bias). 방법마다 하나만 쓰고
나머지는 그대로 둔다. 위치는 (T,) 배열이며, 정수여야 하는 방법(학습한 표, 상대 위치의 표) 말고는 실수여도 된다.
"""

import math

import numpy as np

from numpy_attention import rope, rotation_angles, sinusoidal_encoding, split_heads


class NoPosition:
    """위치를 넣지 않는다. 세 자리의 기본값이다."""

    def add(self, X, positions):
        """입력 (T, D_model)에 더한다."""
        return X

    def turn(self, X, positions):
        """head로 나눈 query나 key (..., T, Dh)를 돌린다."""
        return X

    def bias(self, query, key):
        """점수에 더할 것: 위치 (T,), (S,) -> (H, T, S)로 broadcast되는 배열."""
        return 0.0


class Sinusoidal(NoPosition):
    """사인 위치 인코딩 [Vaswani 외 2017, 3.5절]."""

    def add(self, X, positions):
        return X + sinusoidal_encoding(positions, X.shape[-1])


class Learned(NoPosition):
    """위치마다 벡터 하나를 둔 표. table: (학습한 길이, D_model)."""

    def __init__(self, table):
        self.table = table

    def add(self, X, positions):
        check_places(positions, 0, len(self.table) - 1)
        return X + self.table[positions]


class RelativeBias(NoPosition):
    """거리마다 점수에 더하는 수를 둔 표 [Raffel 외 2020, 2.1절의 꼴]. 먼 거리는 모두 마지막 칸을 쓴다.

    table: (H, 2*reach + 1). 칸 reach가 거리 0이다. 거리는 query 위치 - key 위치다.
    """

    def __init__(self, table):
        self.table, self.reach = table, table.shape[-1] // 2

    def bias(self, query, key):
        check_places(query, -math.inf, math.inf)
        check_places(key, -math.inf, math.inf)
        distance = np.subtract.outer(query, key)  # (T, S)
        return self.table[:, np.clip(distance, -self.reach, self.reach) + self.reach]  # (H, T, S)


class Alibi(NoPosition):
    """점수에서 거리에 비례하는 수를 뺀다 [Press 외 2022]."""

    def __init__(self, n_heads):
        self.slopes = alibi_slopes(n_heads)

    def bias(self, query, key):
        return -self.slopes[:, None, None] * np.abs(np.subtract.outer(query, key))  # (H, T, S)


class Rope(NoPosition):
    """RoPE [Su 외 2024]. layout은 "interleaved"(이웃한 둘)나 "half"(앞뒤 절반)다."""

    def __init__(self, layout="interleaved"):
        if layout not in ("interleaved", "half"):
            raise ValueError(f'layout={layout!r}을 받았다. "interleaved"나 "half"여야 한다.')
        self.rotate = rope if layout == "interleaved" else rope_half

    def turn(self, X, positions):
        return self.rotate(X, positions)


def position_scores(X, Wq, Wk, n_heads, scheme, positions):
    """위치를 넣은 점수. X: (T, D_model), positions: (T,). 반환: (H, T, T)."""
    X = scheme.add(X, positions)  # (T, D_model)
    Q = scheme.turn(split_heads(X @ Wq, n_heads), positions)  # (H, T, Dh)
    K = scheme.turn(split_heads(X @ Wk, n_heads), positions)  # (H, T, Dh)
    return Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1]) + scheme.bias(positions, positions)  # (H, T, T)


def rope_half(X, positions, base=10000.0):
    """앞쪽 절반의 열 i를 뒤쪽 절반의 열 i와 짝지어 돌리는 RoPE. 인자와 반환은 `rope`와 같다."""
    angles = rotation_angles(positions, X.shape[-1], base)  # (T, D/2)
    cos, sin = np.cos(angles), np.sin(angles)  # (T, D/2)
    front, back = np.split(X, 2, axis=-1)  # 각각 (..., T, D/2)
    turned = np.concatenate([front * cos - back * sin, front * sin + back * cos], axis=-1)  # (..., T, D)
    return turned.astype(X.dtype, copy=False)


def half_order(D):
    """이웃한 둘의 짝짓기를 앞뒤 절반의 짝짓기로 옮기는 열의 순서: 0, 2, 4, ..., 1, 3, 5, ... 반환: (D,) 정수.

    rope_half(X[..., order], p)는 rope(X, p)[..., order]와 같다. 되돌리는 순서는 np.argsort(order)다.
    """
    return np.arange(D).reshape(-1, 2).T.ravel()


def rope_coordinates(X, coordinates, base=100.0):
    """좌표마다 폭을 고르게 나누어 따로 돌린다. X: (..., T, D), coordinates: (T, n) 실수. D는 2n의 배수여야 한다.

    점수는 두 점의 변위(좌표의 차)에만 기댄다. 평행이동에는 그대로이고 회전에는 바뀐다.
    """
    n = coordinates.shape[-1]
    if X.shape[-1] % (2 * n):
        raise ValueError(f"폭({X.shape[-1]})을 좌표 {n}개의 짝으로 나눌 수 없다. 폭은 {2 * n}의 배수여야 한다.")
    parts = np.split(X, n, axis=-1)  # n x (..., T, D/n)
    turned = [rope(part, axis, base) for part, axis in zip(parts, coordinates.T, strict=True)]
    return np.concatenate(turned, axis=-1)  # (..., T, D)


def alibi_slopes(n_heads):
    """head마다 거리의 기울기: 2**(-8h/H), h = 1, ..., H [Press 외 2022, 3절].

    반환: (H,) float64. 앞쪽 head일수록 가까운 key만 본다. H가 2의 거듭제곱일 때의 식이다.
    """
    if n_heads < 1 or n_heads & (n_heads - 1):
        raise ValueError(
            f"head 수 {n_heads}: 이 식은 2의 거듭제곱인 head 수에만 맞는다."
        )
    return 2.0 ** (-8 * np.arange(1, n_heads + 1) / n_heads)


def alibi_bias(T, S=None, n_heads=8):
    """ALiBi: 점수에 더하는 -기울기 * 거리 [Press 외 2022].

    key S개의 마지막 T자리에 query가 선다. 원문은 causal이라 거리가 언제나 앞쪽이다. 여기서는
    절댓값을 써 양쪽을 같게 다루며, causal mask를 함께 쓰면 원문과 같다.
    반환: (H, T, S) float64. 0 이하이고, 자기 자리에서 0이다. S < T이면 ValueError를 낸다.
    """
    S = T if S is None else S
    if S < T:
        raise ValueError(
            f"key 길이 S={S}가 query 길이 T={T}보다 짧다. 거리를 재려면 S가 T보다 짧지 않아야 한다."
        )
    return Alibi(n_heads).bias(np.arange(S - T, S), np.arange(S))  # (H, T, S)


def check_places(positions, low, high):
    """표에서 꺼낼 수 있는 위치인지 본다. 아니면 ValueError를 낸다."""
    positions = np.asarray(positions)
    if positions.dtype.kind not in "iu":
        raise ValueError(f"위치의 dtype은 {positions.dtype}이다. 표에서 꺼내려면 정수여야 한다. 실수이면 RoPE나 ALiBi를 쓴다.")
    if positions.size and (positions.min() < low or positions.max() > high):
        raise ValueError(
            f"위치는 {positions.min()}부터 {positions.max()}까지인데 표에는 {low}부터 {high}까지만 있다. 표를 늘려 다시 학습한다."
        )
