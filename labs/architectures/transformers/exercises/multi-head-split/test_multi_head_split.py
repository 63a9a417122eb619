"""채점: multi-head attention. 쉬운 단계부터 차례로 돈다. 실행: python -m pytest -x"""

import math
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # 공통 도구는 이 폴더나 바로 위 폴더에 있다

from grading import Submission, arrays, check_dtype, compare, compare_attention, scale_hint
from reference import loop_attention, loop_merge, loop_mix, loop_multi_head, loop_scores, loop_split

submission = Submission(HERE)


def draw(seed, *batch, T, S, d_model):
    """표준 정규 X와 context, 열의 분산을 지키는 가중치: 나눈 점수의 분산이 1쯤이다."""
    rng = np.random.default_rng(seed)
    weights = [rng.normal(size=(d_model, d_model)) / math.sqrt(d_model) for _ in range(4)]
    return rng.normal(size=(*batch, T, d_model)), rng.normal(size=(*batch, S, d_model)), weights


def numbered(*shape):
    """자리마다 다른 수: 값을 보면 어디서 왔는지 안다."""
    return np.arange(math.prod(shape), dtype=float).reshape(shape)


def check_split(X, n_heads, where, otherwise=""):
    *batch, T, d_model = X.shape
    width = d_model // n_heads
    hint = f"폭({d_model})을 head {n_heads}개로 나누면 하나의 폭은 {width}이고, 앞쪽 축은 몇 개든 올 수 있다."
    got = arrays("split_heads", submission.call("split_heads", X, n_heads, hint=hint), "head")[0]
    right = loop_split(X, n_heads)
    compare("head", got, right, lambda: [
        ("전치 없이 reshape만 해서 서로 다른 위치가 한 head에 섞였으니, (T, H, Dh)로 나눈 뒤 축을 옮긴다.", X.reshape(right.shape)),
        ("head 축이 길이 뒤에 남았으니, (..., T, H, Dh)에서 T와 H를 바꾼다.", X.reshape(*batch, T, n_heads, width)),
        ("head가 열을 건너뛰며 맡았으니, 이웃한 Dh개 열을 한 head에 준다.", np.moveaxis(X.reshape(*batch, T, width, n_heads), -1, -3)),
        ("길이와 폭까지 뒤바뀌었으니, head 축만 앞으로 옮긴다.", right.swapaxes(-1, -2)),
        ("head의 순서가 뒤집혔으니, head 0이 첫 열을 맡게 한다.", np.flip(right, -3)),
        ("모든 head가 같은 열을 받았으니, head마다 다른 열을 준다.", np.repeat(right[..., :1, :, :], n_heads, axis=-3)),
        ("head 축이 batch보다 앞에 왔으니, 길이 바로 앞에 둔다.", np.moveaxis(right, -3, 0)),
        ("head 수와 head의 폭이 뒤바뀌었으니, 마지막 축의 길이를 D_model / H로 한다.", loop_split(X, width)),
    ], where=where, otherwise=otherwise)  # fmt: skip


def check_merge(X, where, otherwise=""):
    *batch, n_heads, T, width = X.shape
    merged = (*batch, T, n_heads * width)
    got = arrays("merge_heads", submission.call("merge_heads", X, hint="앞쪽 축은 몇 개든 올 수 있다."), "합친 값")[0]
    compare("합친 값", got, loop_merge(X), lambda: [
        ("전치 없이 reshape만 해서 위치와 head가 섞였으니, 먼저 head 축을 길이 뒤로 옮긴다.", X.reshape(merged)),
        ("열이 head를 번갈아 가며 놓였으니, head 하나의 열을 모두 놓은 뒤 다음 head로 간다.", np.moveaxis(X, -3, -1).reshape(merged)),
        ("길이와 폭이 뒤바뀐 채 합쳤으니, 마지막 축을 그대로 두고 head 축만 옮긴다.", np.moveaxis(X, -1, -3).reshape(merged)),
        ("head의 순서가 뒤집혔으니, head 0의 열을 앞에 둔다.", loop_merge(np.flip(X, -3))),
        ("head를 평균한 값과 같으니, 더하지 말고 열로 이어 붙인다.", X.mean(axis=-3)),
        ("head를 더한 값과 같으니, 더하지 말고 열로 이어 붙인다.", X.sum(axis=-3)),
        ("길이 방향으로 이어 붙였으니, 열 방향으로 이어 붙인다.", X.reshape(*batch, n_heads * T, width)),
    ], where=where, otherwise=otherwise)  # fmt: skip


def causes(X, context, W, n_heads):
    """알려진 실수마다 (원인과 다음 걸음, 그 실수가 내는 output과 weights)."""
    Wq, Wk, Wv, Wo = W
    d_model = X.shape[-1]
    width = d_model // n_heads
    expected = loop_multi_head(X, context, *W, n_heads)
    q, k, v = X @ Wq, context @ Wk, context @ Wv
    Q, K, V = (loop_split(part, n_heads) for part in (q, k, v))
    mixed = loop_mix(expected[1], V)

    def scaled(scale):
        return loop_multi_head(X, context, *W, n_heads, scale=scale)

    def projected(heads, weights):
        return loop_merge(heads) @ Wo, weights

    if n_heads > 1:
        yield "√D_model로 나눈 값과 같으니, head마다 내적하는 폭 Dh의 제곱근으로 나눈다.", scaled(math.sqrt(d_model))
    yield "점수를 나누지 않은 값과 같으니, √Dh로 나눈다.", scaled(1)
    yield "√Dh로 두 번 나눈 값과 같으니, 나누는 곳을 하나만 남긴다.", scaled(width)
    yield "√Dh로 나누지 않고 곱한 값과 같으니, 이미 역수인 수로 다시 나누는지 본다.", scaled(1 / math.sqrt(width))
    yield "head 수의 제곱근으로 나눈 값과 같으니, head의 폭 Dh를 쓴다.", scaled(math.sqrt(n_heads))

    def reshaped(part):
        return part.reshape(*part.shape[:-2], n_heads, part.shape[-2], width)

    heads, weights = loop_attention(*map(reshaped, (q, k, v)))
    text = "전치 없이 reshape만 해서 head를 나눈 값과 같으니, 나눌 때 축을 옮긴다."
    yield text, (heads.reshape(*X.shape) @ Wo, weights)
    yield text, projected(heads, weights)
    yield "전치 없이 reshape만 해서 head를 합친 값과 같으니, 합칠 때 head 축을 길이 뒤로 옮긴다.", (mixed.reshape(X.shape) @ Wo, expected[1])
    across = [part.reshape(*part.shape[:-1], n_heads, width) for part in (q, k, v)]
    if X.shape[-2] == context.shape[-2]:
        heads, weights = loop_attention(*across)
        text = "token이 아니라 같은 위치의 head끼리 본 값과 같으니, head 축을 길이 앞으로 옮긴 뒤 내적한다."
        yield text, (heads.reshape(X.shape) @ Wo, weights)
    apart = [np.moveaxis(part.reshape(*part.shape[:-1], width, n_heads), -1, -3) for part in (q, k, v)]
    heads, weights = loop_attention(*apart)
    text = "head가 열을 건너뛰며 맡은 값과 같으니, 이웃한 Dh개 열을 한 head에 준다."
    yield text, projected(heads, weights)
    yield text, (np.moveaxis(heads, -3, -1).reshape(X.shape) @ Wo, weights)
    yield "Wo를 곱하지 않은 값과 같으니, 합친 head에 Wo를 곱한다.", (loop_merge(mixed), expected[1])
    yield "Wo를 전치해 곱한 값과 같으니, 특징이 행이라는 관례대로 X @ W로 곱한다.", (loop_merge(mixed) @ Wo.T, expected[1])
    turned = loop_multi_head(X, context, *(w.T for w in W), n_heads)
    yield "가중치를 모두 전치해 곱한 값과 같으니, 특징이 행이라는 관례대로 X @ W로 곱한다.", turned
    yield "Wq·Wk·Wv를 전치해 곱한 값과 같으니, X @ W로 곱한다.", loop_multi_head(X, context, Wq.T, Wk.T, Wv.T, Wo, n_heads)
    yield "Wq와 Wk가 뒤바뀐 값과 같으니, query에 Wq, key에 Wk를 곱한다.", loop_multi_head(X, context, Wk, Wq, Wv, Wo, n_heads)
    yield "key에도 Wq를 쓴 값과 같으니, key에는 Wk를 곱한다.", loop_multi_head(X, context, Wq, Wq, Wv, Wo, n_heads)
    yield "value에 Wk를 쓴 값과 같으니, value에는 Wv를 곱한다.", loop_multi_head(X, context, Wq, Wk, Wk, Wo, n_heads)
    yield "value를 사영하지 않은 값과 같으니, value에 Wv를 곱한다.", projected(loop_mix(expected[1], loop_split(context, n_heads)), expected[1])
    yield "context를 쓰지 않은 값과 같으니, key와 value를 context에서 얻는다.", loop_multi_head(X, X, *W, n_heads)
    yield "query를 context에서 얻은 값과 같으니, query는 X에서 얻는다.", loop_multi_head(context, context, *W, n_heads)
    yield "X와 context가 뒤바뀐 값과 같으니, query는 X에서, key와 value는 context에서 얻는다.", loop_multi_head(context, X, *W, n_heads)
    if X.shape == context.shape:
        value_from_X = projected(loop_mix(expected[1], loop_split(X @ Wv, n_heads)), expected[1])
        yield "value를 X에서 얻은 값과 같으니, context에서 얻는다.", value_from_X
    yield "softmax를 head 축으로 취한 값과 같으니, key 축(마지막 축)으로 취한다.", loop_multi_head(X, context, *W, n_heads, over=(-3,))
    yield "softmax를 query 축으로 취한 값과 같으니, key 축(마지막 축)으로 취한다.", loop_multi_head(X, context, *W, n_heads, over=(-2,))
    yield "입력 X를 더한 값과 같으니, residual connection은 이 함수 밖에 둔다.", (expected[0] + X, expected[1])
    yield "head의 순서가 뒤집힌 값과 같으니, 나눈 순서 그대로 합친다.", projected(np.flip(mixed, -3), expected[1])
    first = np.repeat(expected[1][..., :1, :, :], n_heads, axis=-3)
    text = "모든 head가 첫 head의 가중치를 쓴 값과 같으니, head마다 제 점수로 섞는다."
    yield text, projected(loop_mix(first, V), expected[1])
    yield text, projected(loop_mix(first, V), first)
    yield "weights를 head에 걸쳐 평균했으니, head마다 돌려준다.", (expected[0], expected[1].mean(axis=-3))
    if n_heads > 1:
        output, weights = loop_multi_head(X, context, *W, 1)
        for seen in (weights, np.repeat(weights, n_heads, axis=-3)):
            yield "head를 나누지 않은 attention과 같으니, 먼저 폭을 H개로 나눈다.", (output, seen)


def check(X, context, W, n_heads, where, tolerance=1e-9, otherwise=""):
    hint = f"head 폭은 Dh={X.shape[-1] // n_heads}이고, key와 value의 길이는 context에서 온다."
    inputs = (X, *W, n_heads) if context is None else (X, *W, n_heads, context)
    result = arrays("multi_head_attention", submission.call("multi_head_attention", *inputs, hint=hint), "output", "weights")
    source = X if context is None else context
    expected = loop_multi_head(X, source, *W, n_heads)
    raw = loop_scores(loop_split(X @ W[0], n_heads), loop_split(source @ W[1], n_heads), scale=1)
    otherwise = scale_hint(result[1], raw, math.sqrt(X.shape[-1] // n_heads)).replace("Q의", "나눈 Q의") or otherwise
    compare_attention(result, expected, lambda: causes(X, source, W, n_heads), tolerance, where, otherwise)
    return result


def test_split_by_hand():
    """split: 자리마다 다른 수로 열의 주인을 본다"""
    check_split(numbered(2, 6), 3, "X = 0, 1, ..., 11을 (2, 6)으로 놓고 H=3")
    check_split(numbered(5, 12), 3, "T=5, D_model=12, H=3")
    check_split(numbered(4, 8), 1, "T=4, D_model=8, H=1")


def test_split_batch():
    """split: 앞쪽 축이 있을 때와 T = H일 때"""
    check_split(numbered(2, 5, 12), 3, "B=2, T=5, D_model=12, H=3")
    check_split(numbered(2, 3, 12), 3, "B=2, T=H=3, D_model=12")
    check_split(numbered(2, 3, 4, 10), 5, "앞쪽 축 (2, 3), T=4, D_model=10, H=5")


def test_merge_by_hand():
    """merge: head의 열을 차례로 이어 붙인다"""
    check_merge(numbered(3, 2, 2), "H=3, T=2, Dh=2")
    check_merge(numbered(3, 5, 4), "H=3, T=5, Dh=4")


def test_merge_batch():
    """merge: 앞쪽 축이 있을 때와 모든 길이가 같을 때"""
    check_merge(numbered(2, 3, 5, 4), "B=2, H=3, T=5, Dh=4")
    check_merge(numbered(3, 3, 3, 3), "B=H=T=Dh=3")
    check_merge(numbered(2, 4, 3, 5, 2), "앞쪽 축 (2, 4), H=3, T=5, Dh=2")


def test_one_token():
    """value 경로: token이 하나면 output은 X Wv Wo다"""
    X, _, W = draw(0, T=1, S=1, d_model=12)
    check(X, None, W, 3, "T=1, D_model=12, H=3")


def test_one_head():
    """H = 1: 사영이 붙은 보통의 attention"""
    X, context, W = draw(1, T=4, S=7, d_model=6)
    check(X, None, W, 1, "T=4, D_model=6, H=1")
    check(X, context, W, 1, "T=4, S=7, D_model=6, H=1")


def test_self_attention():
    """여러 head의 self-attention: head마다 따로, √Dh로"""
    for seed in (2, 3):
        X, _, W = draw(seed, T=5, S=5, d_model=12)
        check(X, None, W, 3, f"T=5, D_model=12, H=3(seed {seed})")
    X, _, W = draw(4, T=4, S=4, d_model=8)
    check(X, None, W, 4, "T=H=4, D_model=8")


def test_cross_attention():
    """cross-attention: key와 value는 context에서"""
    X, context, W = draw(5, T=4, S=6, d_model=12)
    check(X, context, W, 3, "T=4, S=6, D_model=12, H=3")
    X, context, W = draw(6, T=5, S=5, d_model=12)
    check(X, context, W, 3, "T=S=5, D_model=12, H=3")


def test_batch():
    """batch: 문장끼리 섞이지 않는다"""
    otherwise = "앞쪽 축이 섞였으니, 그 축은 그대로 두고 문장마다 따로 셈한다."
    X, context, W = draw(7, 2, T=5, S=7, d_model=12)
    check(X, None, W, 3, "B=2, T=5, D_model=12, H=3", otherwise=otherwise)
    check(X, context, W, 3, "B=2, T=5, S=7, D_model=12, H=3", otherwise=otherwise)
    X, context, W = draw(8, 2, 3, T=4, S=5, d_model=8)
    check(X, context, W, 2, "앞쪽 축 (2, 3), T=4, S=5, D_model=8, H=2", otherwise=otherwise)


def test_large_scores():
    """큰 점수: 넘치지도 사라지지도 않는다"""
    X, context, W = draw(11, 2, T=4, S=6, d_model=12)
    otherwise = "exp가 넘치거나 행 전체가 0으로 사라지니, 행마다 그 행의 최댓값을 뺀 뒤 exp를 취한다."
    check(60 * X, 60 * context, W, 3, "수천인 점수", otherwise=otherwise)


def test_memory_layout():
    """메모리에 이어져 있지 않은 입력"""
    otherwise = "전치나 뒤집기로 얻은 view가 왔으니, 메모리 순서를 믿지 말고 reshape와 swapaxes로 축을 다룬다."
    check_split(np.asfortranarray(numbered(2, 5, 12)), 3, "Fortran 순서의 X", otherwise)
    check_merge(numbered(2, 5, 3, 4).swapaxes(1, 2), "축을 바꿔 얻은 view", otherwise)
    X, context, W = draw(9, 2, T=4, S=6, d_model=12)
    check(np.asfortranarray(X), context[:, ::-1], [w.T for w in W], 3, "전치·뒤집기로 얻은 view", otherwise=otherwise)


def test_float32():
    """float32를 넣으면 float32로 셈한다"""
    X, context, W = draw(10, 2, T=4, S=6, d_model=12)
    X, context, *W = (part.astype(np.float32) for part in (X, context, *W))
    output, weights = check(X, context, W, 3, "float32", tolerance=1e-5)
    check_dtype("weights", weights, np.float32)
    check_dtype("output", output, np.float32)
