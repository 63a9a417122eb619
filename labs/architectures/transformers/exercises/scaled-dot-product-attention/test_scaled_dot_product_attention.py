"""채점: scaled dot-product attention. 쉬운 단계부터 차례로 돈다. 실행: python -m pytest -x"""

import math
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # 공통 도구는 이 폴더나 바로 위 폴더에 있다

from grading import Submission, arrays, check_dtype, compare, compare_attention, draw, row_sums, scale_hint, symptom
from reference import loop_attention, loop_mix, loop_scores, loop_softmax

submission = Submission(HERE)
HINT = "Q의 길이·K의 길이·V의 폭은 서로 다를 수 있고, 앞쪽 축은 몇 개든 올 수 있다."


def softmax(scores):
    hint = "행의 최댓값과 합은 축을 남겨야(keepdims=True) 행마다 빼고 나눌 수 있다."
    return arrays("softmax", submission.call("softmax", scores, hint=hint), "weights")[0]


def attention(Q, K, V, hint=HINT):
    return arrays("attention", submission.call("attention", Q, K, V, hint=hint), "output", "weights")


def softmax_causes(scores):
    exp = np.exp(scores.astype(float))
    yield "exp만 취한 값과 같으니, 마지막 축의 합으로 나눈다.", exp
    yield "exp 없이 합으로 나눈 값과 같으니, 먼저 exp를 취한다.", scores / scores.sum(axis=-1, keepdims=True)
    for axis in range(scores.ndim - 1):
        yield f"query 축 쪽(axis={axis})에서 합이 1인 값과 같으니, 마지막 축에서 합을 구한다.", loop_softmax(scores, (axis,))
    yield "array 전체의 합으로 나눈 값과 같으니, 행마다 마지막 축의 합으로 나눈다.", loop_softmax(scores, range(scores.ndim))
    yield "입력을 그대로 돌려준 값과 같으니, exp와 나눗셈의 결과를 return한다.", scores
    yield "밑이 2인 지수의 값과 같으니, 밑이 e인 exp를 쓴다.", loop_softmax(scores * math.log(2))
    yield "부호가 뒤집힌 점수의 값과 같으니, 큰 점수가 큰 가중치를 받게 한다.", loop_softmax(-scores)


def causes(Q, K, V):
    """알려진 실수마다 (원인과 다음 걸음, 그 실수가 내는 output과 weights)."""
    T, S, D = Q.shape[-2], K.shape[-2], Q.shape[-1]
    output, weights = loop_attention(Q, K, V)
    raw = loop_scores(Q, K, scale=1)
    yield "√D로 나누지 않은 값과 같으니, softmax에 넣기 전에 점수를 나눈다.", loop_attention(Q, K, V, scale=1)
    yield "√D로 두 번, 곧 D로 나눈 값과 같으니, 나누는 곳을 하나만 남긴다.", loop_attention(Q, K, V, scale=D)
    yield (
        "√D로 나누지 않고 √D를 곱한 값과 같으니, 이미 역수인 수로 다시 나누는지 본다.",
        loop_attention(Q, K, V, scale=1 / math.sqrt(D)),
    )
    for name, size in (("key 수 S", S), ("query 수 T", T), ("V의 폭 Dv", V.shape[-1])):
        wrong = loop_attention(Q, K, V, scale=math.sqrt(size))
        yield f"{name}의 제곱근으로 나눈 값과 같으니, Q의 마지막 축인 D의 제곱근을 쓴다.", wrong
    axis = "query 축으로" if S > 1 else "query 축이나 점수 전체로"  # key가 하나면 둘은 같다
    yield f"softmax를 {axis} 취한 값과 같으니, 합이 key 축(마지막 축)에서 1이 되게 한다.", loop_attention(Q, K, V, over=(-2,))
    yield "점수 전체의 합으로 나눈 값과 같으니, query마다 key 축에서 합을 구한다.", loop_attention(Q, K, V, over=range(raw.ndim))
    for axis in range(raw.ndim - 2):
        wrong = loop_attention(Q, K, V, over=(axis,))
        yield f"softmax를 batch·head 축(axis={axis})으로 취한 값과 같으니, key 축(axis=-1)으로 취한다.", wrong
    again = loop_softmax(weights)
    yield "softmax를 두 번 취한 값과 같으니, 한 번만 취한다.", (loop_mix(again, V), again)
    yield "softmax를 취하지 않은 점수와 같으니, 점수를 가중치로 바꾼 뒤에 섞는다.", (output, raw / math.sqrt(D))
    yield "softmax를 취하지 않은 점수와 같으니, 점수를 가중치로 바꾼 뒤에 섞는다.", (output, raw)
    yield "V 대신 K를 섞은 값과 같으니, 가중치를 V에 곱한다.", (loop_mix(weights, K), weights)
    yield "√D로 나누는 곳이 output에도 있으니, 점수에서만 나눈다.", (output / math.sqrt(D), weights)
    yield "value의 합에 평균을 낸 값과 같으니, 가중치로 섞은 뒤 더 나누지 않는다.", (output / S, weights)
    yield "가중치 없이 value를 더한 값과 같으니, weights를 V에 곱한다.", (loop_mix(np.ones_like(weights), V), weights)
    reshaped = K.reshape(*K.shape[:-2], D, S).swapaxes(-1, -2)
    yield "K를 전치하지 않고 reshape한 값과 같으니, 마지막 두 축을 서로 바꾼다.", loop_attention(Q, reshaped, V)
    unit_Q, unit_K = (X / np.maximum(np.linalg.norm(X, axis=-1, keepdims=True), 1e-30) for X in (Q, K))
    yield "Q와 K의 길이를 1로 만든 값과 같으니, norm으로 나누지 않고 내적한다.", loop_attention(unit_Q, unit_K, V, scale=1)
    if T == S:
        yield "Q와 K가 뒤바뀐 값과 같으니, 점수의 행이 query, 열이 key가 되게 한다.", loop_attention(K, Q, V)
        yield "가중치를 전치해서 V에 곱한 값과 같으니, weights의 행(query)으로 섞는다.", (loop_mix(weights.swapaxes(-1, -2), V), weights)


def check(Q, K, V, where, expected=None, tolerance=1e-9, hint=HINT):
    """푼 attention을 expected(기본값은 loop로 구한 값)와 견준다."""
    result = attention(Q, K, V, hint)
    expected = loop_attention(Q, K, V) if expected is None else expected
    otherwise = scale_hint(result[1], loop_scores(Q, K, scale=1), math.sqrt(Q.shape[-1]))
    compare_attention(result, expected, lambda: causes(Q, K, V), tolerance, where, otherwise)
    return result


def test_softmax_by_hand():
    """softmax: 손으로 셈한 값"""
    scores = np.log([[1.0, 2.0, 5.0], [4.0, 4.0, 2.0]])
    expected = [[1 / 8, 2 / 8, 5 / 8], [4 / 10, 4 / 10, 2 / 10]]
    for rows, right, where in ((scores, expected, "점수가 ln 1, ln 2, ln 5인 행"), (scores[0], expected[0], "1차원 점수")):
        weights, right = softmax(rows), np.array(right)
        otherwise = symptom(weights, right) or row_sums(weights)
        compare("weights", weights, right, lambda: softmax_causes(rows), where=where, otherwise=otherwise)


def test_single_key():
    """value 경로: key가 하나면 output은 그 value다"""
    Q, K, V = draw(0, T=1, S=1, D=4, Dv=4)
    check(Q, K, V, "T=1, S=1")
    check(*draw(1, T=3, S=1, D=4, Dv=2), "T=3, S=1, Dv=2")


def test_equal_scores():
    """점수가 같으면 output은 value의 평균이다"""
    _, K, V = draw(2, T=3, S=5, D=4, Dv=2)
    Q = np.zeros((3, 4))
    expected = np.tile(V.mean(axis=0), (3, 1)), np.full((3, 5), 1 / 5)  # (3, 2), (3, 5)
    check(Q, K, V, "Q=0(모든 점수가 0)", expected)


def test_one_query_by_hand():
    """query 하나: 손으로 셈한 값(√D = 2)"""
    Q = np.array([[2.0, 0.0, 0.0, 0.0]])
    K = np.log([[1.0], [2.0], [5.0]]) * [1.0, 0.0, 0.0, 0.0]  # (3, 4). 내적을 2로 나누면 ln 1, ln 2, ln 5다
    V = np.array([[8.0, 0.0], [0.0, 8.0], [0.0, 0.0]])
    expected = np.array([[1.0, 2.0]]), np.array([[1 / 8, 2 / 8, 5 / 8]])
    check(Q, K, V, "T=1, S=3, D=4", expected)


def test_all_queries():
    """모든 query: 점수의 scale과 softmax의 축"""
    for seed in (3, 4, 5):
        check(*draw(seed, T=5, S=7, D=8, Dv=3), f"T=5, S=7, D=8(seed {seed})")
    check(*draw(6, T=4, S=6, D=36, Dv=3), "T=4, S=6, D=36")


def test_square():
    """T = S = D = Dv: 모양으로는 드러나지 않는 뒤바뀜"""
    for seed in (7, 8):
        check(*draw(seed, T=5, S=5, D=5, Dv=5), f"T=S=D=Dv=5(seed {seed})")


def test_batch_and_heads():
    """앞쪽 축: batch만 있을 때와 batch·head가 있을 때"""
    check(*draw(9, 2, T=4, S=6, D=8, Dv=5), "B=2, T=4, S=6")
    check(*draw(10, 2, 3, T=4, S=6, D=8, Dv=5), "B=2, H=3, T=4, S=6")
    check(*draw(11, 3, 3, T=3, S=3, D=3, Dv=3), "모든 축의 길이가 3")


def test_large_scores():
    """큰 점수: 넘치지도 사라지지도 않는다"""
    rows = np.array([[1000.0, 1001.0], [-1000.0, -1001.0], [0.0, -2000.0]])
    lost = "exp가 넘치거나 행 전체가 0으로 사라지니, 행마다 그 행의 최댓값을 뺀 뒤 exp를 취한다."
    compare("weights", softmax(rows), loop_softmax(rows), where="점수 ±1000", otherwise=lost)
    Q, K, V = draw(12, 2, T=4, S=5, D=8, Dv=3)
    Q, K = 60 * Q, 60 * K  # 나눈 점수가 수천이다
    compare_attention(
        attention(Q, K, V), loop_attention(Q, K, V), lambda: causes(Q, K, V), where="수천인 점수", otherwise=lost
    )


def test_memory_layout():
    """메모리에 이어져 있지 않은 입력"""
    Q, K, V = draw(13, T=4, S=6, D=8, Dv=3)
    hint = "전치나 뒤집기로 얻은 view가 왔으니, 메모리 순서를 믿지 말고 reshape와 swapaxes로 축을 다룬다."
    check(np.asfortranarray(Q), K[::-1], V[:, ::-1], "전치·뒤집기로 얻은 view", hint=hint)
    wide = np.random.default_rng(14).normal(size=(2, 5, 3, 8))  # (B, T, H, D)
    heads = wide.swapaxes(1, 2)  # (B, H, T, D)
    check(heads, heads[..., ::-1, :], heads[..., ::2], "head 축을 옮긴 view", hint=hint)


def test_float32():
    """float32를 넣으면 float32로 셈한다"""
    Q, K, V = (X.astype(np.float32) for X in draw(15, 2, T=4, S=6, D=8, Dv=3))
    output, weights = check(Q, K, V, "float32", tolerance=1e-5)
    check_dtype("weights", weights, np.float32)
    check_dtype("output", output, np.float32)
    check_dtype("softmax의 반환값", softmax(Q), np.float32)
