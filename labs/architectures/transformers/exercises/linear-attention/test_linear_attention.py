"""채점: 선형 attention. 쉬운 단계부터 차례로 돈다. 실행: python -m pytest -x"""

import math
import sys
import tracemalloc
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # 공통 도구는 이 폴더나 바로 위 폴더에 있다

from grading import Submission, arrays, check_dtype, compare, fail
from reference import loop_attention, loop_mix, loop_scores

submission = Submission(HERE)


def loop_feature(X):
    """수 하나씩 고른다."""
    return np.array([x + 1 if x > 0 else math.exp(x) for x in X.ravel().tolist()]).reshape(X.shape)


def check_feature(X, where, tolerance=1e-9):
    got = arrays("elu_feature", submission.call("elu_feature", X), "특징")[0]
    exp = np.exp(np.minimum(X, 0))
    compare("특징", got, loop_feature(X), lambda: [
        ("1을 더하지 않은 elu이니, 음수가 나오지 않게 1을 더한다.", np.where(X > 0, X, exp - 1)),
        ("음수 쪽을 0으로 자른 값과 같으니, x가 0보다 작으면 exp(x)를 쓴다.", np.maximum(X, 0)),
        ("음수 쪽을 0으로 자른 값에 1을 더한 것과 같으니, x가 0보다 작으면 exp(x)를 쓴다.", np.maximum(X, 0) + 1),
        ("모든 자리에서 exp를 취한 값과 같으니, x가 0보다 크면 x + 1을 쓴다.", np.exp(X)),
        ("음수 쪽에 1을 더 더한 값과 같으니, elu(x) + 1은 x가 0보다 작을 때 exp(x)다.", np.where(X > 0, X + 1, exp + 1)),
        ("부호를 거꾸로 고른 값과 같으니, x가 0보다 클 때 x + 1을 고른다.", np.where(X > 0, np.exp(X), X + 1)),
    ], tolerance, where, "" if np.isfinite(got).all() else BOTH_SIDES)  # fmt: skip
    return got


BOTH_SIDES = "큰 x의 exp는 inf이고 0 * inf는 NaN이니, 곱해서 더하지 말고 np.where로 고르거나 exp에 0보다 큰 수를 넣지 않는다."


def test_feature_by_hand():
    """특징: 음수는 exp(x), 양수는 x + 1"""
    check_feature(np.array([-math.log(4), 0.0, 2.0]), "x가 -log 4, 0, 2")
    check_feature(np.random.default_rng(0).normal(size=(2, 3, 4)), "모양 (2, 3, 4)")


def test_feature_of_large_numbers():
    """특징: 큰 수에도 넘치지 않고, 작은 수에서도 음수가 되지 않는다"""
    check_feature(np.array([1000.0, -30.0, -1000.0]), "x가 1000, -30, -1000")


def loop_linear(phi_Q, phi_K, V, seen=None):
    """느린 loop로 구한 출력. seen: (..., T, S)로 broadcast되는 boolean. 빈 행은 0이다."""
    raw = loop_scores(phi_Q, phi_K, scale=1)
    raw = raw if seen is None else raw * seen
    total = raw.sum(axis=-1, keepdims=True)
    return loop_mix(raw / np.where(total == 0, 1, total), V)


def linear_flaws(phi_Q, phi_K, V, real):
    """(원인과 다음 걸음, 그 실수의 출력)."""
    S, raw = phi_K.shape[-2], loop_scores(phi_Q, phi_K, scale=1)
    seen = np.ones(S, dtype=bool) if real is None else real[..., None, :]
    kept = raw * seen
    top, total = loop_mix(kept, V), kept.sum(axis=-1, keepdims=True)
    yield "가중치의 합으로 나누지 않은 값과 같으니, phi_Q와 key의 특징을 더한 것의 내적으로 나눈다.", top
    yield "key의 수로 나눈 값과 같으니, query마다 가중치의 합으로 나눈다.", top / S
    yield "softmax를 취한 값과 같으니, 특징의 내적을 exp 없이 그대로 가중치로 쓴다.", loop_attention(phi_Q, phi_K, V, seen, scale=1)[0]
    text = "√D로 나누어 softmax를 취한 값과 같으니, 특징의 내적을 나누지도 exp를 취하지도 않고 가중치로 쓴다."
    yield text, loop_attention(phi_Q, phi_K, V, seen)[0]
    text = "가중치를 query 축의 합으로 나눈 값과 같으니, query마다 key를 따라 더한 합으로 나눈다."
    yield text, loop_mix(kept / kept.sum(axis=-2, keepdims=True), V)
    text = "모든 query의 가중치를 더한 수로 나눈 값과 같으니, query마다 제 가중치의 합으로 나눈다."
    yield text, top / total.sum(axis=-2, keepdims=True)
    if real is not None:
        yield "real을 쓰지 않은 값과 같으니, False인 key의 특징을 0으로 둔다.", loop_linear(phi_Q, phi_K, V)
        text = "PAD를 분자에서만 뺀 값과 같으니, value 대신 key의 특징을 0으로 두어 나누는 수에서도 뺀다."
        yield text, top / raw.sum(axis=-1, keepdims=True)
        text = "PAD를 나누는 수에서만 뺀 값과 같으니, 분자에 쓰는 key의 특징도 0으로 둔다."
        yield text, loop_mix(raw, V) / np.where(total == 0, 1, total)
        yield "real을 거꾸로 쓴 값과 같으니, True인 key를 남긴다.", loop_linear(phi_Q, phi_K, V, ~seen)
        text = "PAD의 특징을 1로 둔 값과 같으니, 특징으로 바꾸기 전의 0이 아니라 특징을 0으로 둔다."
        yield text, loop_linear(phi_Q, np.where(seen.swapaxes(-1, -2), phi_K, 1.0), V)


EMPTY = "볼 key가 없으면 0을 0으로 나누니, 가중치의 합이 0인 행은 나누는 수를 1로 둔다."
AXES = "앞에 붙은 축은 그대로 두고, key의 특징 (S, m)의 마지막 두 축만 뒤집어 V (S, Dv)와 곱한다."


def check_linear(phi_Q, phi_K, V, where, real=None, tolerance=1e-9):
    rows = (phi_Q, phi_K, V) if real is None else (phi_Q, phi_K, V, real)
    output = arrays("linear_attention", submission.call("linear_attention", *rows, hint=AXES), "output")[0]
    right = loop_linear(phi_Q, phi_K, V, None if real is None else real[..., None, :])
    otherwise = EMPTY if real is not None and not real.any(axis=-1).all() and not np.isfinite(output).all() else ""
    compare("output", output, right, lambda: linear_flaws(phi_Q, phi_K, V, real), tolerance, where, otherwise)
    return output


def draw(seed, *batch, T=4, S=5, m=3, Dv=2):
    """양수인 특징과 표준 정규 V."""
    rng = np.random.default_rng(seed)
    phi_Q, phi_K = (rng.exponential(size=(*batch, n, m)) + 0.1 for n in (T, S))
    return phi_Q, phi_K, rng.normal(size=(*batch, S, Dv))


def test_one_query_by_hand():
    """query 하나와 key 둘: 가중치는 1 대 3이다"""
    phi_Q, phi_K = np.array([[1.0, 1.0]]), np.array([[0.5, 0.5], [1.0, 2.0]])
    check_linear(phi_Q, phi_K, np.array([[8.0], [4.0]]), "가중치가 1 대 3, value가 8과 4")


def test_queries_and_keys():
    """query와 key의 수, 특징의 수, value의 폭이 모두 다르다"""
    check_linear(*draw(1), "T=4, S=5, m=3, Dv=2")
    check_linear(*draw(2, T=3, S=3, m=3, Dv=3), "T = S = m = Dv = 3")


def test_batch():
    """batch와 head가 앞에 붙어도 같다"""
    check_linear(*draw(3, 2, 3), "batch 2, head 3")


def test_hidden_keys():
    """real이 False인 key는 분자에서도 분모에서도 빠진다"""
    phi_Q, phi_K, V = draw(4, 3)
    real = np.array([[True, True, True, False, False], [True] * 5, [False, True, False, True, True]])
    check_linear(phi_Q, phi_K, V, "PAD가 있는 세 문장", real)


def test_no_key():
    """볼 key가 하나도 없으면 0이다"""
    phi_Q, phi_K, V = draw(5, 2)
    real = np.array([[True] * 4 + [False], [False] * 5])
    check_linear(phi_Q, phi_K, V, "둘째 문장은 모두 PAD", real)


def test_memory():
    """(T, S) 배열을 만들지 않는다"""
    phi_Q, phi_K, V = draw(6, T=64, S=2048)
    scores = 64 * 2048 * 8
    tracemalloc.start()
    try:
        submission.call("linear_attention", phi_Q, phi_K, V)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    if peak > scores / 2:
        fail(
            f"T=64, S=2048에서 쓴 메모리는 (T, S) 배열 {scores // 2**20} MiB의 {peak / scores:.1f}배, 기대한 것은 절반 아래다. "
            "phi_Q와 phi_K를 먼저 곱하지 말고, phi_K와 V를 먼저 곱한다."
        )


def loop_state(phi_K, V):
    """key마다 외적과 특징을 차례로 더한다."""
    memory, total = np.zeros((*phi_K.shape[:-2], phi_K.shape[-1], V.shape[-1])), np.zeros((*phi_K.shape[:-2], phi_K.shape[-1]))
    for s in range(phi_K.shape[-2]):
        memory += phi_K[..., s, :, None] * V[..., s, None, :]
        total += phi_K[..., s, :]
    return memory, total


def advance_flaws(phi_Q, phi_K, V, start):
    """지나온 token이 start개일 때 (원인과 다음 걸음, 그 실수의 output)."""
    now, n = np.s_[..., start:, :], phi_Q.shape[-2] - start
    raw = loop_scores(phi_Q[now], phi_K, scale=1)
    t, s = np.arange(start, start + n)[:, None], np.arange(start + n)

    def mixed(weights):
        total = weights.sum(axis=-1, keepdims=True)
        return loop_mix(weights / np.where(total == 0, 1, total), V)

    right = raw * (s <= t)
    yield "토막 안의 미래를 본 값과 같으니, 토막 안의 가중치에서 자기 뒤를 0으로 두고 상태는 출력을 구한 뒤에 고친다.", mixed(raw)
    yield "자기를 보지 않은 값과 같으니, 토막 안의 가중치에 대각선도 남긴다.", mixed(raw * (s < t))
    yield "가중치의 합으로 나누지 않은 값과 같으니, 상태와 토막의 몫을 더한 뒤 가중치의 합으로 나눈다.", loop_mix(right, V)
    text = "토막의 key를 두 번 센 값과 같으니, 출력에는 이 토막을 더하기 전의 상태를 쓴다."
    yield text, mixed(right + raw * (s >= start))
    if start:
        past, near = right * (s < start), right * (s >= start)
        yield "앞의 토막을 잊은 값과 같으니, 넘겨받은 state의 몫을 분자와 분모에 더한다.", mixed(near)
        yield "앞의 토막만 본 값과 같으니, 이 토막 안에서 자기까지의 몫도 더한다.", mixed(past)
        text = "나누는 수에서 앞의 토막을 빼먹은 값과 같으니, phi_Q와 넘겨받은 total의 내적도 더해 나눈다."
        yield text, loop_mix(right, V) / near.sum(axis=-1, keepdims=True)
        text = "나누는 수에서 이 토막을 빼먹은 값과 같으니, 토막 안의 가중치의 합도 더해 나눈다."
        yield text, loop_mix(right, V) / past.sum(axis=-1, keepdims=True)
        text = "상태와 토막을 따로 나누어 {}한 값과 같으니, 분자끼리 분모끼리 더한 뒤 한 번만 나눈다."
        yield text.format("더"), mixed(past) + mixed(near)
        yield text.format("평균"), (mixed(past) + mixed(near)) / 2


def state_flaws(phi_K, V, start):
    """(원인과 다음 걸음, 그 실수의 (memory, total))."""
    memory, total = loop_state(phi_K, V)
    old, new = loop_state(phi_K[..., :start, :], V[..., :start, :]), loop_state(phi_K[..., start:, :], V[..., start:, :])
    yield "이 토막을 더하지 않은 값과 같으니, 토막의 key마다 특징과 value의 외적, 특징을 더한다.", old
    yield "앞의 상태를 버린 값과 같으니, 넘겨받은 것에 이 토막의 몫을 더한다.", new
    yield "이 토막을 두 번 더한 값과 같으니, 한 번만 더한다.", (memory + new[0], total + new[1])
    yield "지나온 token의 수로 나눈 값과 같으니, 나누지 않은 합을 그대로 넘긴다.", tuple(part / phi_K.shape[-2] for part in (memory, total))
    yield "memory를 total로 나눈 값과 같으니, 나누는 일은 출력에서만 하고 상태에는 합을 그대로 둔다.", (memory / total[..., None], total)
    yield "축이 뒤바뀌었으니, memory의 모양을 (m, Dv)로 둔다.", (memory.swapaxes(-1, -2), total)
    yield "memory와 total의 순서가 뒤바뀌었으니, output, memory, total 순서로 돌려준다.", (total, memory)


def read(phi_Q, phi_K, V, chunks, where, tolerance=1e-9):
    """토막마다 푼 advance를 부르며 출력과 상태를 견준다. 마지막 토막의 세 값을 돌려준다."""
    shape = phi_K.shape[:-2]
    state = np.zeros((*shape, phi_K.shape[-1], V.shape[-1]), V.dtype), np.zeros((*shape, phi_K.shape[-1]), V.dtype)
    start = 0
    for n in chunks:
        stop = start + n
        now, upto = np.s_[..., start:stop, :], np.s_[..., :stop, :]
        result = submission.call("advance", state, phi_Q[now], phi_K[now], V[now], hint="입력의 차례는 (memory, total), phi_Q, phi_K, V이다.")
        output, *state = arrays("advance", result, "output", "memory", "total")
        place = f"{where}, {start}개를 읽은 뒤의 {n}개"
        seen = np.arange(stop) <= np.arange(start, stop)[:, None]
        right = loop_linear(phi_Q[now], phi_K[upto], V[upto], seen)
        compare("output", output, right, lambda: advance_flaws(phi_Q[upto], phi_K[upto], V[upto], start), tolerance, place)
        for index, name in enumerate(("memory", "total")):
            compare(name, state[index], loop_state(phi_K[upto], V[upto])[index], lambda: (
                (text, wrong[index]) for text, wrong in state_flaws(phi_K[upto], V[upto], start)
            ), tolerance, place)  # fmt: skip
        state, start = tuple(state), stop
    return output, *state


def test_first_chunk():
    """첫 토막: 상태가 비었으면 토막 안의 causal attention이다"""
    phi_Q, phi_K = np.array([[1.0, 1.0], [1.0, 1.0]]), np.array([[0.5, 0.5], [1.0, 2.0]])
    read(phi_Q, phi_K, np.array([[8.0], [4.0]]), [2], "가중치가 1 대 3, value가 8과 4")
    read(*draw(7, T=5), [5], "첫 토막")


def test_token_by_token():
    """하나씩 읽으면 생성이다"""
    read(*draw(8, T=5), [1] * 5, "하나씩")


def test_chunks():
    """토막의 크기가 무엇이든 답이 같다"""
    read(*draw(9, T=7, S=7), [3, 3, 1], "토막 3, 3, 1")
    read(*draw(10, 2, 3, T=6, S=6), [1, 3, 2], "batch 2, head 3, 토막 1, 3, 2")


def test_float32():
    """float32를 넣으면 float32가 나온다"""
    X = np.random.default_rng(11).normal(size=(3, 4)).astype(np.float32)
    check_dtype("특징", check_feature(X, "float32", 1e-5), np.float32)
    phi_Q, phi_K, V = (part.astype(np.float32) for part in draw(12, 2, T=5))
    real = np.array([[True] * 5, [True] * 3 + [False] * 2])
    check_dtype("output", check_linear(phi_Q, phi_K, V, "float32", real, 1e-4), np.float32)
    for name, got in zip(("output", "memory", "total"), read(phi_Q, phi_K, V, [3, 2], "float32", 1e-4)):
        check_dtype(name, got, np.float32)
