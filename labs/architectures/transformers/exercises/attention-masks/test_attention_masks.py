"""채점: attention mask. 쉬운 단계부터 차례로 돈다. 실행: python -m pytest -x"""

import math
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # 공통 도구는 이 폴더나 바로 위 폴더에 있다

from grading import Submission, arrays, check_dtype, compare, compare_attention, draw, fail
from reference import loop_attention, loop_mix, loop_scores, loop_softmax

submission = Submission(HERE)


def masked_attention(Q, K, V, mask):
    hint = "mask는 점수와 모양이 다를 수 있으며 broadcast로 맞는다."
    return arrays("masked_attention", submission.call("masked_attention", Q, K, V, mask, hint=hint), "output", "weights")


def self_attention(X, encoding, lengths):
    hint = "mask의 모양은 점수 (B, T, T)에 맞아야 한다."
    return arrays("self_attention", submission.call("self_attention", X, encoding, lengths, hint=hint), "output", "weights")


def check_mask(name, inputs, expected, causes, where):
    mask = arrays(name, submission.call(name, *inputs), "mask")[0]
    if mask.dtype != bool:
        fail(f"{where}: {name}의 dtype은 {mask.dtype}, 기대한 dtype은 bool이다. 0과 1의 표라면 비교식이나 dtype=bool로 만든다.")
    compare("mask", mask, expected, causes, where=where, otherwise="True가 '볼 수 있음'인지, 각 축이 무엇인지 본다.")


def causal_table(T):
    return np.array([[s <= t for s in range(T)] for t in range(T)])


def padding_table(lengths, S):
    return np.array([[[s < length for s in range(S)]] for length in lengths])


def causes(Q, K, V, mask):
    """알려진 실수마다 (원인과 다음 걸음, 그 실수가 내는 output과 weights)."""
    scores, (output, weights) = loop_scores(Q, K), loop_attention(Q, K, V, mask)
    mask = np.broadcast_to(mask, scores.shape)

    def mixed(text, wrong):
        return text, (loop_mix(wrong, V), wrong)

    yield "mask를 쓰지 않은 값과 같으니, softmax에 넣기 전에 가린 자리의 점수를 없앤다.", loop_attention(Q, K, V)
    yield "mask를 뒤집은 값과 같으니, True가 '볼 수 있음'이 되게 한다.", loop_attention(Q, K, V, ~mask)
    yield mixed("점수에 0/1을 더한 값과 같으니, 가린 자리에는 softmax 뒤에 0이 남을 값(-inf)을 둔다.", loop_softmax(scores + mask))
    yield mixed("점수에 0/1을 곱한 값과 같으니, 점수 0도 가중치를 받는다는 데 주의해 -inf로 가린다.", loop_softmax(scores * mask))
    soft = loop_softmax(scores) * mask
    yield mixed("softmax 뒤에 가리고 다시 나누지 않은 값과 같으니, softmax 전에 가려 행의 합을 1로 만든다.", soft)
    empty = ~mask.any(axis=-1, keepdims=True)
    uniform = np.where(empty, 1 / mask.shape[-1], weights)
    yield mixed("볼 key가 없는 행에 고른 가중치가 남은 값과 같으니, 그 행을 0으로 만든다.", uniform)
    yield "볼 key가 없는 행의 output에 value의 평균이 남았으니, weights를 0으로 만든 뒤에 섞는다.", (loop_mix(uniform, V), weights)
    yield mixed("볼 key가 없는 행이 NaN이니, 그 행의 (-inf) - (-inf)나 0/0을 피하고 0으로 채운다.", np.where(empty, np.nan, weights))
    if empty.any():
        yield mixed("볼 key가 없는 행이 있다고 다른 행까지 0이 되었으니, 행마다 따로 따진다.", np.zeros_like(weights))
        yield mixed("볼 key가 없는 행이 mask 없는 값을 받았으니, 그 행을 0으로 만든다.", np.where(empty, loop_softmax(scores), weights))
    for size in (10, 100, 1000, 10000):
        for wrong in (scores - size * ~mask, np.where(mask, scores, -size)):
            yield mixed(f"가린 자리에 -{size} 같은 작은 수를 쓴 값과 같으니, 어떤 점수보다도 작은 -inf를 쓴다.", loop_softmax(wrong))
    yield "√D로 나누지 않은 값과 같으니, softmax에 넣기 전에 점수를 나눈다.", loop_attention(Q, K, V, mask, scale=1)
    yield "softmax를 query 축으로 취한 값과 같으니, 합이 key 축에서 1이 되게 한다.", loop_attention(Q, K, V, mask, over=(-2,))
    if mask.shape[-1] == mask.shape[-2]:
        yield "mask를 전치한 값과 같으니, mask의 행을 query, 열을 key로 둔다.", loop_attention(Q, K, V, mask.swapaxes(-1, -2))


def check(Q, K, V, mask, where, causes=causes, tolerance=1e-9, otherwise=""):
    """푼 masked_attention을 loop로 구한 값과 견주고, 가린 자리의 가중치가 정확히 0인지 본다."""
    expected = loop_attention(Q, K, V, mask)
    result = masked_attention(Q, K, V, mask)
    if not otherwise and result[1].shape == expected[1].shape and ((result[1] == 0) != (expected[1] == 0)).any():
        otherwise = "가중치가 0인 자리가 mask와 다르니, mask의 축을 점수의 어느 축에 맞추는지 본다."
    compare_attention(result, expected, lambda: causes(Q, K, V, mask), tolerance, where, otherwise)
    leaked = result[1][~np.broadcast_to(mask, result[1].shape)]
    if leaked.any():
        fail(f"{where}: 가린 key의 가중치가 {np.abs(leaked).max():.2g}만큼 남았고, 기대한 값은 정확히 0이다. 가린 점수를 -inf로 둔다.")
    return result


def test_causal_mask():
    """causal mask: 자기와 과거만 본다"""
    for T in (3, 1, 6):
        past = causal_table(T)
        check_mask("causal_mask", (T,), past, lambda: [
            ("뒤집힌 표이니, 가릴 곳이 아니라 볼 수 있는 곳을 True로 둔다.", ~past),
            ("자기 자신이 빠져 첫 행이 비었으니, s < t를 s <= t로 바꾼다.", past & ~np.eye(T, dtype=bool)),
            ("미래 key를 하나 더 보니, 대각선을 넘지 않게 한다.", np.tril(np.ones((T, T)), 1)),
            ("과거가 아니라 미래를 보니, 행(query)과 열(key)을 바꾼다.", past.T),
            ("모두 열려 있으니, 미래 key의 자리를 False로 둔다.", past | True),
        ], f"T={T}")  # fmt: skip


def test_padding_mask():
    """padding mask: 문장마다 실제 token만 보인다"""
    lengths, S = np.array([3, 0, 5, 1]), 5
    real = padding_table(lengths, S)
    check_mask("padding_mask", (lengths, S), real, lambda: [
        ("뒤집힌 표이니, PAD가 아니라 실제 token을 True로 둔다.", ~real),
        ("PAD를 하나 더 보니, 경계가 s < length인지 본다.", padding_table(lengths + 1, S)),
        ("마지막 실제 token이 가려졌으니, 경계가 s < length인지 본다.", padding_table(lengths - 1, S)),
        ("뒤쪽이 열려 있으니, PAD는 문장의 뒤에 있다고 본다.", real[..., ::-1]),
        ("가운데 축이 없으니, 모든 query에 broadcast되도록 길이 1인 축을 넣는다.", real[:, 0]),
        ("key가 아니라 query 축을 가렸으니, S를 마지막 축에 둔다.", real.swapaxes(-1, -2)),
        ("모든 문장이 가장 긴 문장의 길이를 쓰니, lengths를 문장마다 견준다.", padding_table([lengths.max()] * 4, S)),
        ("모두 열려 있으니, lengths와 key의 번호를 견준다.", real | True),
    ], f"lengths={lengths.tolist()}, S={S}")  # fmt: skip
    check_mask("padding_mask", (np.array([2, 7]), 7), padding_table([2, 7], 7), tuple, "lengths=[2, 7], S=7")


def combined_causes(lengths, T):
    past, real = causal_table(T), padding_table(lengths, T)
    yield "둘 가운데 하나만 허락해도 보이는 OR이니, 둘 다 허락할 때만 보이는 AND로 바꾼다.", past | real
    yield "padding이 빠지고 causal만 남았으니, 두 mask를 함께 쓴다.", past & (real | True)
    yield "causal이 빠지고 padding만 남았으니, 두 mask를 함께 쓴다.", real & (past | True)
    yield "한쪽만 허락한 자리가 열리는 XOR이니, 둘 다 허락할 때만 보이는 AND로 바꾼다.", past ^ real
    yield "표가 뒤집혔으니, True를 '볼 수 있음'으로 둔다.", ~(past & real)
    yield "padding 쪽이 뒤집혔으니, 실제 token을 True로 둔다.", past & ~real
    yield "causal 쪽이 뒤집혔으니, 과거와 자기를 True로 둔다.", ~past & real
    yield "PAD query의 행을 가렸으니, padding은 key 축(마지막 축)에만 건다.", past & real.swapaxes(-1, -2)


def test_causal_padding_mask():
    """두 mask를 함께: 과거이면서 PAD가 아닌 key"""
    for lengths, T in ((np.array([3, 5, 0, 1]), 5), (np.array([2, 6]), 6)):
        expected = causal_table(T) & padding_table(lengths, T)
        where = f"lengths={lengths.tolist()}, T={T}"
        check_mask("causal_padding_mask", (lengths, T), expected, lambda: combined_causes(lengths, T), where)


def test_open_mask():
    """모두 True인 mask는 아무것도 바꾸지 않는다"""
    check(*draw(0, T=1, S=1, D=4, Dv=3), np.array([[True]]), "T=1, S=1")
    check(*draw(1, T=3, S=5, D=8, Dv=4), np.ones((3, 5), dtype=bool), "모두 True인 mask")


def test_one_query_by_hand():
    """query 하나: 가운데 key를 가린 손 계산"""
    Q = np.array([[2.0, 0.0, 0.0, 0.0]])
    K = np.log([[1.0], [2.0], [5.0]]) * [1.0, 0.0, 0.0, 0.0]  # (3, 4). 나눈 점수는 ln 1, ln 2, ln 5다
    V = np.array([[6.0, 0.0], [9.0, 9.0], [0.0, 6.0]])
    mask = np.array([[True, False, True]])
    expected = np.array([[1.0, 5.0]]), np.array([[1 / 6, 0.0, 5 / 6]])
    result = masked_attention(Q, K, V, mask)
    compare_attention(result, expected, lambda: causes(Q, K, V, mask), where="ln 1, (가림), ln 5인 점수")


def test_random_masks():
    """제각각인 mask: 모양이 (T, S), (B, 1, S), (B, 1, T, S)일 때"""
    rng = np.random.default_rng(2)
    for seed, batch, shape in ((3, (), (4, 6)), (4, (2,), (4, 6)), (5, (2,), (2, 1, 6)), (6, (2, 3), (2, 1, 4, 6))):
        mask = rng.random(shape) < 0.5
        mask[..., 1] = True  # 볼 key가 없는 행은 뒤의 단계에서 본다
        check(*draw(seed, *batch, T=4, S=6, D=8, Dv=5), mask, f"Q의 앞쪽 축 {batch}, mask {shape}")
    check(*draw(7, 2, T=5, S=5, D=5, Dv=5), causal_table(5), "T=S=D=5인 causal mask")
    Q, K, V = draw(8, T=6, S=4, D=8, Dv=3)
    check(Q[::2], K[::-1], V[:, ::-1], (rng.random((4, 3)) < 0.5).T | (np.arange(4) == 0), "view로 얻은 입력")


def no_causes(*_):
    """앞 단계가 이미 가려낸 실수는 의심하지 않는다."""
    return ()


def test_hidden_keys_have_no_say():
    """가린 key의 점수가 아무리 커도 결과는 그대로다"""
    Q, K, V = draw(9, 2, T=3, S=5, D=4, Dv=3)
    Q[..., 0], K[..., 0] = 1.0, 0.0
    mask = np.array([True, False, True, True, False])
    K[:, ~mask, 0], V[:, ~mask] = 2e7, 1e3  # 가린 key의 점수는 1e7쯤, 나머지는 1쯤이다
    otherwise = "가린 key의 점수가 남아 있으니, 최댓값을 빼고 exp를 취하기 전에 그 자리를 -inf로 바꾼다."
    check(Q, K, V, mask, "가린 key의 점수가 1e7", no_causes, otherwise=otherwise)
    K[..., 0] = -2e7  # 모든 점수가 -1e7쯤이어서 마지막 몇 자리는 반올림된다
    otherwise = "가린 자리에 채운 수가 보이는 점수보다 크거나 exp가 모두 0이 되었으니, 가린 자리를 -inf로 두고 최댓값을 뺀다."
    check(Q, K, V, mask, "모든 점수가 -1e7", no_causes, tolerance=1e-6, otherwise=otherwise)


def test_all_hidden_row():
    """볼 key가 없는 행: output도 weights도 0"""
    Q, K, V = draw(10, 2, T=4, S=6, D=8, Dv=5)
    mask = np.random.default_rng(11).random((2, 4, 6)) < 0.6
    mask[..., 2] = True
    mask[0, 1] = mask[1, 3] = False
    otherwise = "볼 key가 없는 행은 weights와 output을 모두 0으로 만든다."
    check(Q, K, V, mask, "볼 key가 없는 행이 둘", otherwise=otherwise)
    check(Q, K, V, padding_table([0, 4], 6), "길이가 0인 문장", otherwise=otherwise)
    check(Q[0], K[0], V[0], np.zeros((4, 6), dtype=bool), "모두 False인 mask", otherwise=otherwise)


def self_attention_causes(X, encoding, lengths):
    H, T = X + encoding, X.shape[-2]
    past, real = causal_table(T), padding_table(lengths, T)
    visible = past & real
    output, weights = loop_attention(H, H, H, visible)
    yield "PAD를 하나도 가리지 못한 값과 같으니, 위치 인코딩을 더한 뒤의 0이 아니라 lengths로 PAD를 안다.", loop_attention(H, H, H, past)
    zero = ~(X == 0).all(axis=-1)[:, None, :]
    yield "embedding이 0인 실제 token까지 가린 값과 같으니, 값이 아니라 lengths로 PAD를 안다.", loop_attention(H, H, H, past & zero)
    yield "미래를 본 값과 같으니, causal mask도 함께 쓴다.", loop_attention(H, H, H, real)
    yield "mask를 쓰지 않은 값과 같으니, 두 mask를 모두 쓴다.", loop_attention(H, H, H)
    yield "두 mask를 OR로 합친 값과 같으니, 둘 다 허락할 때만 보이게 한다.", loop_attention(H, H, H, past | real)
    yield "mask를 뒤집은 값과 같으니, True를 '볼 수 있음'으로 둔다.", loop_attention(H, H, H, ~visible)
    yield "위치 인코딩을 더하지 않은 값과 같으니, X + encoding을 쓴다.", loop_attention(X, X, X, visible)
    yield "value에 위치 인코딩이 빠진 값과 같으니, query·key·value에 모두 X + encoding을 쓴다.", (loop_mix(weights, X), weights)
    yield "√D로 나누지 않은 값과 같으니, softmax에 넣기 전에 점수를 나눈다.", loop_attention(H, H, H, visible, scale=1)
    rows = visible & real.swapaxes(-1, -2)
    yield "PAD query의 행까지 가린 값과 같으니, key 축만 가린다.", loop_attention(H, H, H, rows)
    yield "PAD query의 output을 0으로 지운 값과 같으니, key만 가리고 그대로 돌려준다.", (output * real.swapaxes(-1, -2), weights)


def test_self_attention():
    """묶은 문장의 causal self-attention: PAD는 lengths로 안다"""
    rng = np.random.default_rng(12)
    for lengths, T, D in ((np.array([4, 7, 0, 2]), 7, 6), (np.array([5, 3]), 5, 4)):
        X, encoding = rng.normal(size=(len(lengths), T, D)), rng.normal(size=(T, D))
        X[:, 1] = 0.0  # 실제 token의 embedding도 0일 수 있다
        for b, length in enumerate(lengths):
            X[b, length:] = 0.0
        for filled in (False, True):
            if filled:  # PAD 자리에 무엇이 들었든 실제 token의 결과는 같아야 한다
                X = np.where(padding_table(lengths, T).swapaxes(-1, -2), X, rng.normal(size=X.shape))
            H, visible = X + encoding, causal_table(T) & padding_table(lengths, T)
            where = f"lengths={lengths.tolist()}, T={T}, PAD {'아무 값' if filled else '0'}"
            compare_attention(
                self_attention(X, encoding, lengths), loop_attention(H, H, H, visible),
                lambda: self_attention_causes(X, encoding, lengths), where=where,
            )  # fmt: skip


def test_masked_mean():
    """pooling: PAD를 뺀 평균"""
    X, lengths = np.random.default_rng(13).normal(size=(4, 6, 3)), np.array([4, 6, 0, 1])
    B, T, D = X.shape

    def means(counts, divisors=None):
        """문장마다 앞의 counts개 행을 더해 divisors(기본값 counts)로 나눈다."""
        divisors = counts if divisors is None else divisors
        rows = [(sum(X[b, :n]) + np.zeros(D)) / d if d else np.zeros(D) for b, (n, d) in enumerate(zip(counts, divisors))]
        return np.array(rows)

    expected, full = means(lengths), np.full(B, T)
    got = arrays("masked_mean", submission.call("masked_mean", X, lengths), "평균")[0]
    compare("평균", got, expected, lambda: [
        ("PAD까지 평균한 값과 같으니, 실제 token의 행만 더하고 그 수로 나눈다.", means(full)),
        ("실제 token만 더했지만 T로 나눈 값과 같으니, lengths로 나눈다.", means(lengths, full)),
        ("PAD까지 더해 lengths로 나눈 값과 같으니, PAD 행을 0으로 만든 뒤 더한다.", means(full, np.maximum(lengths, 1))),
        ("나누지 않은 합과 같으니, 실제 token 수로 나눈다.", means(lengths, np.ones(B))),
        ("PAD를 하나 더 넣은 값과 같으니, 경계가 s < length인지 본다.", means(np.minimum(lengths + 1, T))),
        ("마지막 token을 뺀 값과 같으니, 경계가 s < length인지 본다.", means(np.maximum(lengths - 1, 0))),
        ("PAD만 평균한 값과 같으니, mask를 뒤집는다.", np.array([X[b, n:].mean(axis=0) if n < T else 0 * X[b, 0] for b, n in enumerate(lengths)])),
        ("길이가 0인 문장이 NaN이니, 0으로 나누지 않고 0 벡터를 낸다.", np.where(lengths[:, None] == 0, np.nan, expected)),
    ], where=f"lengths={lengths.tolist()}")  # fmt: skip


def test_low_precision():
    """float32·float16: dtype을 지키고 넘치지 않는다"""
    mask = np.random.default_rng(14).random((2, 4, 6)) < 0.5
    mask[..., 3] = True
    mask[1, 2] = False
    for dtype, tolerance in ((np.float32, 1e-5), (np.float16, 1e-2)):
        Q, K, V = (X.astype(dtype) for X in draw(15, 2, T=4, S=6, D=8, Dv=3))
        otherwise = f"{np.dtype(dtype)}의 범위를 넘는 수(-1e9 등)가 inf나 NaN을 만드니, -inf를 np.where로 넣는다."
        output, weights = check(Q, K, V, mask, f"{np.dtype(dtype)}", tolerance=tolerance, otherwise=otherwise)
        check_dtype("weights", weights, dtype)
        check_dtype("output", output, dtype)
