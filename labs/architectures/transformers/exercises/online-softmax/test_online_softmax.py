"""채점: Online softmax. 쉬운 단계부터 차례로 돈다. 실행: python -m pytest -x"""

import math
import sys
import tracemalloc
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # 공통 도구는 이 폴더나 바로 위 폴더에 있다

from grading import Submission, arrays, check_dtype, close, compare, fail
from reference import loop_attention, loop_mix

submission = Submission(HERE)
PARTS = ("peak", "total", "mixed")
HIDDEN = "본 key가 없는 행의 (-inf) - (-inf)는 NaN이니, 최댓값이 -inf이면 0을 빼고 그 행의 합을 그대로 둔다."


def exponential(scores, base):
    """가린 자리는 0인 exp(scores - base)."""
    return np.exp(scores - np.where(np.isneginf(base), 0, base))


def whole(tiles):
    """tile 전체를 한 번에 본 state. tiles: (scores, V)의 목록."""
    scores = np.concatenate([scores for scores, _ in tiles], axis=-1)
    V = np.concatenate([V for _, V in tiles], axis=-2)
    peak = scores.max(axis=-1, keepdims=True)
    weights = exponential(scores, peak)
    return peak, weights.sum(axis=-1, keepdims=True), loop_mix(weights, V)


def flawed(tiles, total_shrinks=True, mixed_shrinks=True, inverse=False, own_peak=False, replace=False, log=False):
    """알려진 실수를 한 채 tile을 차례로 더한 state."""
    peak, total, mixed = (np.full_like(tiles[0][0][..., :1], -np.inf), 0.0, 0.0)
    for scores, V in tiles:
        tile_peak = scores.max(axis=-1, keepdims=True)
        higher = tile_peak if own_peak else np.maximum(peak, tile_peak)
        weights, shrink = exponential(scores, higher), exponential(peak, higher)
        shrink = 1 / np.where(shrink == 0, 1, shrink) if inverse else shrink
        a, b = (shrink if use else 1.0 for use in (total_shrinks, mixed_shrinks))
        kept = 0.0 if replace else 1.0
        total = kept * total * a + weights.sum(axis=-1, keepdims=True)
        mixed = kept * mixed * b + loop_mix(weights, V)
        peak = higher
    return peak, np.log(total) if log else total, mixed


def flaws(tiles):
    """(원인과 다음 걸음, 그 실수의 state)."""
    yield "앞의 total과 mixed의 눈금을 고치지 않은 값과 같으니, 둘 다에 exp(옛 peak - 새 peak)를 곱한다.", flawed(tiles, False, False)
    yield "앞의 total의 눈금을 고치지 않은 값과 같으니, total에도 exp(옛 peak - 새 peak)를 곱한다.", flawed(tiles, False, True)
    yield "앞의 mixed의 눈금을 고치지 않은 값과 같으니, mixed에도 exp(옛 peak - 새 peak)를 곱한다.", flawed(tiles, True, False)
    yield "눈금을 거꾸로 고친 값과 같으니, exp(새 peak - 옛 peak)가 아니라 exp(옛 peak - 새 peak)를 곱한다.", flawed(tiles, inverse=True)
    yield "tile의 최댓값만 쓴 값과 같으니, 새 peak는 옛 peak와 tile의 최댓값 가운데 큰 쪽으로 둔다.", flawed(tiles, own_peak=True)
    yield "tile의 최댓값만 쓰고 눈금도 고치지 않은 값과 같으니, 옛 peak와 견주어 큰 쪽을 새 peak로 둔다.", flawed(tiles, False, False, own_peak=True)
    yield "앞의 합을 버린 값과 같으니, 새 tile의 몫을 앞의 total과 mixed에 더한다.", flawed(tiles, replace=True)
    yield "total 자리에 로그가 온 값과 같으니, total에는 exp의 합을 그대로 둔다.", flawed(tiles, log=True)
    peak, total, mixed = whole(tiles)
    yield "peak와 total이 뒤바뀐 값과 같으니, peak, total, mixed의 순서로 돌려준다.", (total, peak, mixed)
    yield "mixed를 이미 total로 나눈 값과 같으니, 나누는 일은 마지막 tile 뒤에 한 번만 한다.", (peak, total, mixed / np.where(total == 0, 1, total))
    scores = np.concatenate([scores for scores, _ in tiles], axis=-1)
    raw = exponential(scores, np.zeros(1))
    V = np.concatenate([V for _, V in tiles], axis=-2)
    yield "최댓값을 빼지 않은 값과 같으니, exp에 넣기 전에 새 peak를 뺀다.", (peak, raw.sum(axis=-1, keepdims=True), loop_mix(raw, V))


def empty(scores, V):
    """아직 아무 key도 보지 않은 state."""
    peak = np.full((*scores.shape[:-1], 1), -np.inf, scores.dtype)
    return peak, np.zeros_like(peak), np.zeros((*scores.shape[:-1], V.shape[-1]), V.dtype)


def check_update(tiles, where, otherwise=""):
    """푼 update로 tile을 차례로 더하며, 더할 때마다 그때까지를 한 번에 본 것과 견준다."""
    state = empty(*tiles[0])
    for count, (scores, V) in enumerate(tiles, start=1):
        state = tuple(arrays("update", submission.call("update", state, scores, V), *PARTS))
        check_state(state, tiles[:count], where, otherwise)


def check_state(state, tiles, where, otherwise):
    def causes(index):
        known = list(flaws(tiles))
        together = [flaw for flaw in known if all(map(agree, state, flaw[1]))]  # 셋이 모두 맞는 원인이 먼저다
        return ((text, wrong[index]) for text, wrong in together + known)

    for index, (name, got, right) in enumerate(zip(PARTS, state, whole(tiles))):
        if not agree(got, right):
            if got.shape == right.shape:  # 둘 다 -inf인 자리에서는 차를 재지 못한다
                both = np.isneginf(right) & np.isneginf(got)
                got, right = np.where(both, 0, got), np.where(both, 0, right)
            compare(name, got, right, lambda: causes(index), where=where, otherwise=otherwise)


def agree(got, expected):
    return close(got, np.asarray(expected), 1e-9)


def draw(seed, *shape, m=3, Dv=2, tiles=3):
    rng = np.random.default_rng(seed)
    return [(2 * rng.normal(size=(*shape, m)), rng.normal(size=(*shape[:-1], m, Dv))) for _ in range(tiles)]


def test_first_tile():
    """첫 tile: 앞에 아무것도 없으면 그 tile의 합이다"""
    scores, V = np.array([[0.0, math.log(3)]]), np.array([[1.0, 0.0], [0.0, 3.0]])
    check_update([(scores, V)], "점수가 0과 log 3인 첫 tile")
    check_update(draw(0, 4, tiles=1), "첫 tile, 점수 (4, 3)")


def test_rising_tile():
    """둘째 tile에 더 큰 점수가 있으면 앞의 눈금을 고친다"""
    V = np.array([[1.0, 0.0], [0.0, 1.0]])
    tiles = [(np.array([[0.0, 0.0]]), V), (np.array([[math.log(4), 0.0]]), V)]
    check_update(tiles, "점수 [0, 0] 뒤에 [log 4, 0]")


def test_falling_tile():
    """둘째 tile의 점수가 더 작으면 눈금은 그대로다"""
    V = np.array([[1.0, 0.0], [0.0, 1.0]])
    tiles = [(np.array([[math.log(4), 0.0]]), V), (np.array([[0.0, 0.0]]), V)]
    check_update(tiles, "점수 [log 4, 0] 뒤에 [0, 0]")


def test_three_tiles():
    """tile 셋을 차례로 더하면 한 번에 본 것과 같다"""
    check_update(draw(1, 4), "점수 (4, 3)인 tile 셋")
    check_update(draw(2, 2, 3, 4), "head와 batch가 붙은 tile 셋")


def test_hidden_tile():
    """모두 가려진 행은 합을 바꾸지 않고 NaN을 내지 않는다"""
    for hidden in ([0], [1], [2], [0, 1, 2]):
        tiles = draw(3, 4)
        for index in hidden:
            tiles[index][0][1] = -np.inf
        check_update(tiles, f"{[i + 1 for i in hidden]}번째 tile에서 행 1이 모두 가려짐", HIDDEN)
    tiles = draw(4, 4)
    tiles[0][0][2, :2] = -np.inf
    check_update(tiles, "첫 tile의 일부가 가려짐", HIDDEN)


def test_large_scores():
    """점수가 아주 커도 넘치지 않는다"""
    tiles = [(500 * scores, V) for scores, V in draw(5, 4)]
    check_update(tiles, "점수가 1000쯤일 때", "점수가 크면 exp가 넘치니, exp에 넣기 전에 새 peak를 뺀다.")


def test_window_mask():
    """창: 자기를 넣어 window개, 미래는 보지 않는다"""
    query, key = np.arange(3, 7), np.arange(1, 8)
    ahead = query[:, None] - key
    for window in (3, 1, 100):
        mask = arrays("window_mask", submission.call("window_mask", query, key, window), "mask")[0]
        compare("mask", mask, (ahead >= 0) & (ahead < window), lambda: [
            ("key를 하나 더 본 값과 같으니, 자기를 넣어 window개가 되게 거리가 window보다 작은 key만 남긴다.", (ahead >= 0) & (ahead <= window)),
            ("key를 하나 덜 본 값과 같으니, 자기를 넣어 window개를 센다.", (ahead >= 0) & (ahead < window - 1)),
            ("자기를 보지 않은 값과 같으니, 거리가 0인 key도 남긴다.", (ahead > 0) & (ahead < window)),
            ("자기를 빼고 window개를 본 값과 같으니, 거리가 0인 key부터 센다.", (ahead > 0) & (ahead <= window)),
            ("미래를 본 값과 같으니, 위치가 query보다 큰 key를 가린다.", (ahead <= 0) & (-ahead < window)),
            ("양쪽을 본 값과 같으니, 위치가 query보다 큰 key를 가린다.", np.abs(ahead) < window),
            ("창을 보지 않은 값과 같으니, window보다 먼 key를 가린다.", ahead >= 0),
            ("causal을 뺀 값과 같으니, 위치가 query보다 큰 key를 가린다.", ahead < window),
            ("True와 False가 뒤바뀌었으니, 볼 수 있는 자리를 True로 둔다.", ~((ahead >= 0) & (ahead < window))),
        ], where=f"window={window}", otherwise="위치의 차가 0 이상이고 window보다 작은 자리를 True로 둔다.")  # fmt: skip
        if mask.dtype != bool:
            fail(f"mask의 dtype은 {mask.dtype}, 기대한 dtype은 bool이다. 비교식의 결과를 그대로 돌려준다.")


def test_pair_heads():
    """GQA: 이웃한 query head가 head 하나를 나누어 쓴다"""
    for shape, n_heads in (((2, 3, 4), 6), ((2, 3, 3, 4), 3), ((2, 1, 3, 4), 4)):
        X = np.arange(math.prod(shape), dtype=float).reshape(shape)
        group = n_heads // shape[-3]
        paired = arrays("pair_heads", submission.call("pair_heads", X, n_heads), "K")[0]
        compare("K", paired, np.stack([X[..., h // group, :, :] for h in range(n_heads)], axis=-3), lambda: [
            ("head를 통째로 되풀이한 값과 같으니, head마다 잇달아 되풀이한다(0, 0, ..., 1, 1, ...).",
             np.stack([X[..., h % shape[-3], :, :] for h in range(n_heads)], axis=-3)),
            ("길이 축을 되풀이한 값과 같으니, head 축(끝에서 셋째)을 되풀이한다.", np.repeat(X, group, axis=-2)),
            ("펼치지 않은 값과 같으니, head마다 H/G번 되풀이한다.", X),
        ], where=f"{shape}를 head {n_heads}개로", otherwise="query head h는 key head h // (H/G)와 짝이다.")  # fmt: skip


def inputs(seed, batch, H, G, T, S, D=4, Dv=3):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(*batch, H, T, D)), rng.normal(size=(*batch, G, S, D)), rng.normal(size=(*batch, G, S, Dv))


def expected_attention(Q, K, V, window, pairs=None, shift=None, width=0, scale=None, upto=None):
    """느린 loop로 구한 답. 나머지 인자는 실수를 흉내 낸다."""
    H, G, T, S = Q.shape[-3], K.shape[-3], Q.shape[-2], K.shape[-2]
    pairs = [h // (H // G) for h in range(H)] if pairs is None else pairs
    ahead = np.arange(T)[:, None] + (S - T if shift is None else shift) - np.arange(S)
    seen = np.ones((T, S), dtype=bool) if window is None else (ahead >= 0) & (ahead < window + width)
    seen = seen & (np.arange(S) < (S if upto is None else upto))
    return loop_attention(Q, K[..., pairs, :, :], V[..., pairs, :, :], seen, scale)[0]


def check_tiled(Q, K, V, size, window=None, tolerance=1e-9, where=""):
    rows = (Q, K, V, size) if window is None else (Q, K, V, size, window)
    output = arrays("tiled_attention", submission.call("tiled_attention", *rows), "output")[0]
    S, H, G, D = K.shape[-2], Q.shape[-3], K.shape[-3], Q.shape[-1]

    def causes():
        given = Q, K, V, window
        yield "√D로 나누지 않은 값과 같으니, 점수를 만들 때 query의 폭 D의 제곱근으로 나눈다.", expected_attention(*given, scale=1)
        yield "√D로 두 번 나눈 값과 같으니, 점수를 한 번만 나눈다.", expected_attention(*given, scale=D)
        yield "value의 폭으로 나눈 값과 같으니, query의 폭 D의 제곱근으로 나눈다.", expected_attention(*given, scale=math.sqrt(V.shape[-1]))
        if S % size and S > size:
            text = "짧은 마지막 tile을 빼먹은 값과 같으니, 마지막 tile이 size보다 짧아도 넣는다."
            yield text, expected_attention(*given, upto=S // size * size)
        if S > size:
            yield "첫 tile만 본 값과 같으니, 모든 tile을 차례로 update에 넣는다.", expected_attention(*given, upto=size)
            parts = [expected_attention(Q, K[..., i : i + size, :], V[..., i : i + size, :], None) for i in range(0, S, size)]
            if window is None:
                yield "tile마다 softmax를 끝내 평균한 값과 같으니, 나누는 일을 마지막에 한 번만 한다.", np.mean(parts, axis=0)
                yield "tile마다 softmax를 끝내 더한 값과 같으니, 나누는 일을 마지막에 한 번만 한다.", np.sum(parts, axis=0)
        if window is not None:
            yield "창을 쓰지 않은 값과 같으니, window_mask가 False인 자리의 점수를 -inf로 둔다.", expected_attention(Q, K, V, None)
            yield "query의 위치를 0부터 센 값과 같으니, query는 key의 마지막 T자리(S - T부터)에 둔다.", expected_attention(*given, shift=0)
            yield "key를 하나 더 본 값과 같으니, window_mask에 window를 그대로 넣는다.", expected_attention(*given, width=1)
        if 1 < G < H:
            text = "head를 통째로 되풀이한 짝의 값과 같으니, pair_heads로 이웃한 head끼리 짝짓는다."
            yield text, expected_attention(*given, pairs=[h % G for h in range(H)])

    otherwise = "한 번에 계산한 값과 다르니, tile의 점수와 value가 같은 key의 것인지 본다." if S > size else ""
    place = f"{where}T={Q.shape[-2]}, S={S}, size={size}" + (f", window={window}" if window is not None else "")
    compare("output", output, expected_attention(Q, K, V, window), causes, tolerance, place, otherwise)
    return output


def test_one_tile():
    """tile이 key 전체이면 보통의 attention이다"""
    check_tiled(*inputs(6, (), 2, 2, 5, 7), 7)
    check_tiled(*inputs(7, (2,), 2, 2, 4, 4), 100)


def test_any_tile_size():
    """tile의 크기가 무엇이든 답이 같다"""
    for size in (1, 2, 3, 5, 6):
        check_tiled(*inputs(8, (2,), 2, 2, 4, 7), size)


def test_window():
    """창: 어느 tile은 어떤 query에게 모두 가려진다"""
    for window, size in ((3, 2), (1, 4), (5, 3), (100, 2)):
        check_tiled(*inputs(9, (2,), 2, 2, 6, 9), size, window)


def test_shared_heads():
    """GQA: key와 value의 head가 적다"""
    for H, G, window in ((6, 2, None), (4, 1, None), (6, 3, 4)):
        check_tiled(*inputs(10, (2,), H, G, 5, 8), 3, window, where=f"H={H}, G={G}, ")


def test_memory():
    """(T, S) 배열을 만들지 않는다"""
    Q, K, V = inputs(11, (), 2, 1, 64, 8192, D=4, Dv=2)
    scores = 2 * 64 * 8192 * 8
    tracemalloc.start()
    try:
        submission.call("tiled_attention", Q, K, V, 64)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    if peak > scores / 2:
        fail(
            f"T=64, S=8192, size=64에서 쓴 메모리는 통째로 만든 점수 {scores // 2**20} MiB의 {peak / scores:.0f}배, 기대한 것은 절반 아래다. "
            "tile마다 만든 점수를 모아 두지 말고 update에 넣은 뒤 버린다."
        )


def test_float32():
    """float32를 넣으면 float32가 나온다"""
    Q, K, V = (part.astype(np.float32) for part in inputs(12, (2,), 4, 2, 5, 8))
    check_dtype("output", check_tiled(Q, K, V, 3, tolerance=1e-4, where="float32, "), np.float32)
