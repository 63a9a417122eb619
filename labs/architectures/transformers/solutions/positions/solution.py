"""연습: 위치. RoPE의 두 짝짓기와 그 사이의 순서, 그리고 ALiBi.

D는 짝수인 폭, H는 head 수, T는 query 길이, S는 key 길이다. 짝 i의 주파수는 10000**(-2i/D)이고 위치는 실수여도 된다.
"""

import numpy as np


def rope(X, positions, layout):
    """행마다 제 위치만큼 돌린 X [Su 외 2024]. 짝 (a, b)는 (a cos θ - b sin θ, a sin θ + b cos θ)가 된다.

    X: (..., T, D), positions: (T,) 실수. layout이 "interleaved"이면 열 2i와 2i+1이, "half"이면 열 i와 i + D/2가 짝 i다.
    반환: X와 모양과 dtype이 같다. float32인 X에 큰 위치(1e6쯤)가 와도 각은 정확해야 한다. 넘겨받은 것은 고치지 않는다.
    """
    # REGION 짝마다 각 위치 * 주파수를 float64로 구해 돌리고, X의 차례와 dtype으로 돌려준다
    D = X.shape[-1]
    angles = np.asarray(positions, dtype=np.float64)[:, None] * 10000.0 ** (-np.arange(0, D, 2) / D)  # (T, D/2)
    cos, sin = np.cos(angles).astype(X.dtype), np.sin(angles).astype(X.dtype)  # (T, D/2)
    first = np.arange(0, D, 2) if layout == "interleaved" else np.arange(D // 2)  # (D/2,)
    second = first + 1 if layout == "interleaved" else first + D // 2  # (D/2,)
    a, b = X[..., first], X[..., second]  # (..., T, D/2)
    rotated = np.empty_like(X)  # (..., T, D)
    rotated[..., first], rotated[..., second] = a * cos - b * sin, a * sin + b * cos
    return rotated
    # END


def half_order(D):
    """interleaved로 학습한 query와 key를 half의 code로 돌리려고 열을 옮기는 순서. 반환: (D,) 정수.

    rope(X[..., order], p, "half")와 rope(X, p, "interleaved")[..., order]가 같다. 짝의 차례는 지킨다.
    """
    # REGION 짝의 앞쪽 열을 차례로, 그 뒤에 뒤쪽 열을 차례로 둔다
    return np.concatenate([np.arange(0, D, 2), np.arange(1, D, 2)])  # (D,)
    # END


def alibi_bias(query, key, slopes):
    """ALiBi가 점수에 더하는 것: 멀수록 작다. 앞뒤를 가리지 않고 거리(절댓값)로 잰다 [Press 외 2022].

    query: (T,), key: (S,) 실수 위치. slopes: (H,), head마다의 양의 기울기. 반환: (H, T, S). 거리가 0이면 0이다.
    """
    # REGION head마다 기울기에 거리를 곱해 부호를 바꾼다
    distance = np.abs(query[:, None] - key)  # (T, S)
    return -slopes[:, None, None] * distance  # (H, T, S)
    # END
