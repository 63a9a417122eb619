"""채점: 위치. 쉬운 단계부터 차례로 돈다. 실행: python -m pytest -x"""

import math
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # 공통 도구는 이 폴더나 바로 위 폴더에 있다

from grading import Submission, arrays, check_dtype, compare, fail
from reference import loop_rope

submission = Submission(HERE)
LAYOUTS = ("interleaved", "half")


def columns(D, layout):
    """짝 i의 두 열을 차례로 적은 것: (D,)."""
    pairs = [(2 * i, 2 * i + 1) if layout == "interleaved" else (i, i + D // 2) for i in range(D // 2)]
    return [column for pair in pairs for column in pair]


def turned(X, positions, layout, frequency=None):
    """느린 loop로 돌린 X. frequency(i, D)를 주면 다른 주파수로 돌린다."""
    order = columns(X.shape[-1], layout)
    Y = X[..., order].astype(float)
    rotated = np.zeros(Y.shape)
    if frequency is None:
        rotated = loop_rope(Y, positions)
    else:
        D = X.shape[-1]
        for i in range(D // 2):
            angle = np.asarray(positions, dtype=float) * frequency(i, D)
            a, b = Y[..., 2 * i], Y[..., 2 * i + 1]
            rotated[..., 2 * i], rotated[..., 2 * i + 1] = a * np.cos(angle) - b * np.sin(angle), a * np.sin(angle) + b * np.cos(angle)
    result = np.zeros(Y.shape)
    result[..., order] = rotated
    return result


def causes(X, positions, layout):
    """알려진 실수마다 (원인과 다음 걸음, 그 실수가 내는 값)."""
    positions, D = np.asarray(positions, dtype=float), X.shape[-1]
    other = LAYOUTS[1 - LAYOUTS.index(layout)]
    wanted = "열 2i와 2i+1을 짝짓는다" if layout == "interleaved" else "열 i와 i + D/2를 짝짓는다"
    yield f"다른 짝짓기({other})로 돌린 값과 같으니, {wanted}.", turned(X, positions, other)
    yield "거꾸로 돌린 값과 같으니, sin의 부호를 (a cos - b sin, a sin + b cos)에 맞춘다.", turned(X, -positions, layout)
    yield "돌리지 않은 값과 같으니, 위치에 비례하는 각만큼 돌린다.", X
    order = columns(D, layout)
    packed = turned(X, positions, layout)[..., order]
    yield "돌린 뒤 열의 차례가 바뀐 값과 같으니, 결과를 X와 같은 차례로 돌려놓는다.", packed[..., columns(D, "half")] if layout == "interleaved" else packed
    unpacked = turned(X, positions, layout)[..., columns(D, layout)[0::2] + columns(D, layout)[1::2]]
    yield "돌린 뒤 열의 차례가 바뀐 값과 같으니, 결과를 X와 같은 차례로 돌려놓는다.", unpacked
    text = "이니, 짝 i의 주파수를 10000^(-2i/D)로 둔다."
    yield "주파수를 10000^(-i/D)로 둔 값과 같으" + text[1:], turned(X, positions, layout, lambda i, D: 10000.0 ** (-i / D))
    yield "주파수를 10000^(-4i/D)로 둔 값과 같으" + text[1:], turned(X, positions, layout, lambda i, D: 10000.0 ** (-4 * i / D))
    yield "모든 짝의 주파수가 1인 값과 같으" + text[1:], turned(X, positions, layout, lambda i, D: 1.0)
    yield "주파수의 순서가 뒤집힌 값과 같으" + text[1:], turned(X, positions, layout, lambda i, D: 10000.0 ** (-(D - 2 - 2 * i) / D))
    yield "주파수를 10000^(2i/D)로 둔 값과 같으" + text[1:], turned(X, positions, layout, lambda i, D: 10000.0 ** (2 * i / D))
    yield "위치 대신 행의 번호로 돌린 값과 같으니, 넘겨받은 positions를 쓴다.", turned(X, np.arange(len(positions)), layout)
    yield "위치를 정수로 바꾼 값과 같으니, 실수 그대로 쓴다.", turned(X, np.trunc(positions), layout)
    yield "위치를 1부터 센 값과 같으니, 넘겨받은 positions를 그대로 쓴다.", turned(X, positions + 1, layout)
    yield "위치가 0부터 시작하게 옮긴 값과 같으니, 넘겨받은 positions를 그대로 쓴다.", turned(X, positions - positions[0], layout)
    yield "2π를 곱한 각으로 돌린 값과 같으니, 각을 위치 * 주파수로 둔다.", turned(X, 2 * math.pi * positions, layout)


def check(X, positions, layout, where="", tolerance=1e-9):
    result = arrays("rope", submission.call("rope", X, positions, layout), "X")[0]
    place = f"{where}X {X.shape}, {layout}"
    compare("rope", result, turned(X, positions, layout), lambda: causes(X, positions, layout), tolerance, place,
            "짝마다 두 열과 각을 손으로 따라가며 견준다.")  # fmt: skip
    return result


def draw(seed, *shape):
    return np.random.default_rng(seed).normal(size=shape)


def test_quarter_turn():
    """짝 하나: 위치 π/2에서 (1, 0)은 (0, 1)이 된다"""
    X = np.array([[1.0, 0.0], [0.0, 2.0]])
    for layout in LAYOUTS:
        check(X, np.array([math.pi / 2, math.pi]), layout, "위치 π/2와 π, ")


def test_interleaved():
    """이웃한 둘을 짝짓는다"""
    check(draw(0, 5, 8), np.arange(5.0), "interleaved")
    check(draw(1, 4, 6), np.arange(4), "interleaved")


def test_half():
    """앞뒤 절반을 짝짓는다"""
    check(draw(2, 5, 8), np.arange(5.0), "half")
    check(draw(3, 4, 6), np.arange(4), "half")


def test_any_positions():
    """위치는 차례가 아니고 실수여도 된다"""
    for layout in LAYOUTS:
        check(draw(4, 4, 6), np.array([3.7, 0.2, -5.5, 3.7]), layout, "위치 [3.7, 0.2, -5.5, 3.7], ")


def test_leading_axes():
    """batch와 head의 축이 앞에 붙는다"""
    for layout in LAYOUTS:
        check(draw(5, 2, 3, 4, 6), np.arange(4.0) + 2, layout)
        check(draw(6, 3, 3, 6), np.arange(3.0) + 2, layout, "head 수와 길이가 같을 때, ")


def test_half_order():
    """두 짝짓기를 잇는 순서"""
    for D in (2, 4, 6, 10):
        order = arrays("half_order", submission.call("half_order", D), "order")[0]
        right = np.array(columns(D, "interleaved")).reshape(-1, 2).T.ravel()
        compare("order", order, right, lambda: [
            ("거꾸로 옮기는 순서(half에서 interleaved로)와 같으니, 짝의 앞쪽 열 0, 2, 4, ...를 앞에 모은다.", np.argsort(right)),
            ("옮기지 않은 순서와 같으니, 짝의 앞쪽 열 0, 2, 4, ...를 앞에 모은다.", np.arange(D)),
            ("짝의 뒤쪽 열을 앞에 둔 순서와 같으니, 앞쪽 열 0, 2, 4, ...를 앞에 모은다.", np.roll(right, D // 2)),
            ("앞뒤를 뒤집은 순서와 같으니, 짝의 차례를 지킨다.", right[::-1]),
            ("절반을 맞바꾼 순서와 같으니, 짝의 앞쪽 열 0, 2, 4, ...를 앞에 모은다.", np.roll(np.arange(D), D // 2)),
        ], where=f"D={D}", otherwise="interleaved의 짝 i는 열 2i와 2i+1이고, half의 짝 i는 열 i와 i + D/2다.")  # fmt: skip
        if order.dtype.kind not in "iu":
            fail(f"D={D}: order의 dtype은 {order.dtype}, 기대한 dtype은 정수다. 첨자로 쓰므로 정수 배열을 돌려준다.")


def check_alibi(query, key, slopes, where):
    bias = arrays("alibi_bias", submission.call("alibi_bias", query, key, slopes), "bias")[0]
    ahead, s = query[:, None] - key, slopes[:, None, None]
    right = -s * np.abs(ahead)
    compare("bias", bias, right, lambda: [
        ("부호가 뒤집힌 값과 같으니, 멀수록 작아지게 -기울기 * 거리로 둔다.", -right),
        ("절댓값을 취하지 않은 값과 같으니, 앞뒤 모두 거리로 잰다.", -s * ahead),
        ("방향이 반대인 차를 그대로 쓴 값과 같으니, 앞뒤 모두 거리로 잰다.", s * ahead),
        ("한쪽 거리를 0으로 자른 값과 같으니, 앞뒤 모두 거리로 잰다.", -s * np.maximum(ahead, 0)),
        ("query와 key의 축이 뒤바뀐 값과 같으니, (H, T, S)로 둔다.", right.swapaxes(-1, -2)),
        ("거리의 제곱을 쓴 값과 같으니, 거리에 비례하게 둔다.", -s * ahead**2),
        ("기울기의 순서가 뒤집힌 값과 같으니, head h에 slopes[h]를 쓴다.", right[::-1]),
        ("모든 head에 첫 기울기를 쓴 값과 같으니, head마다 제 기울기를 쓴다.", np.repeat(right[:1], len(slopes), axis=0)),
        ("기울기를 곱하지 않은 값과 같으니, 거리에 head마다의 기울기를 곱한다.", np.repeat(-np.abs(ahead)[None], len(slopes), axis=0)),
        ("거리를 기울기로 나눈 값과 같으니, 거리에 기울기를 곱한다.", -np.abs(ahead) / s),
        ("거리를 1부터 센 값과 같으니, 같은 자리의 거리를 0으로 둔다.", -s * (np.abs(ahead) + 1)),
        ("위치 대신 번호로 잰 값과 같으니, 넘겨받은 위치의 차를 쓴다.", -s * np.abs(np.arange(len(query))[:, None] - np.arange(len(key)))),
        ("exp를 취한 값과 같으니, 점수에 더할 것이므로 그대로 둔다.", np.exp(right)),
    ], where=where, otherwise="-기울기 * |query 위치 - key 위치|를 손으로 셈해 견준다.")  # fmt: skip


def test_alibi_by_hand():
    """ALiBi: head 하나, 손으로"""
    check_alibi(np.array([0.0, 1.0, 2.0]), np.array([0.0, 1.0, 2.0]), np.array([0.5]), "위치 0, 1, 2, 기울기 0.5")


def test_alibi():
    """ALiBi: head 여럿, 길이가 다르고 위치가 실수다"""
    slopes = np.array([0.5, 0.25, 0.0625])
    check_alibi(np.array([4.0, 5.0]), np.arange(6.0), slopes, "T=2, S=6, H=3")
    check_alibi(np.array([0.3, 2.5, 2.6]), np.array([0.0, 0.3, 7.1, 2.6]), slopes, "실수 위치, T=3, S=4, H=3")
    check_alibi(np.array([1.0, 4.0, 2.0]), np.array([3.0, 0.5, 9.0]), slopes, "T=S=H=3")


def test_large_positions():
    """float32인 X에 큰 위치가 와도 각은 정확하다"""
    for layout in LAYOUTS:
        X = draw(7, 3, 8).astype(np.float32)
        positions = np.array([1e6, 1e6 + 0.3, 2e6 + 0.7])
        result = arrays("rope", submission.call("rope", X, positions, layout), "X")[0]
        rounded = turned(X, positions.astype(np.float32), layout)
        text = "위치나 각을 float32로 낮춘 값이니, 각을 float64로 구하고 cos과 sin을 구한 뒤에 X의 dtype으로 바꾼다."
        compare("rope", result, turned(X, positions, layout), lambda: [(text, rounded)], 1e-4, f"위치 1e6, float32, {layout}", text)


def test_float32():
    """float32를 넣으면 float32가 나온다"""
    for layout in LAYOUTS:
        result = check(draw(8, 2, 4, 6).astype(np.float32), np.arange(4.0), layout, "float32, ", 1e-5)
        check_dtype("rope", result, np.float32)
