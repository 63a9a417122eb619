"""Tiles, cache, window and linear attention of the labs: time and memory, one thread, in one run: `make bench-labs`.

Times are this process's CPU times, the least of a few rounds that take turns; memory is traced apart, as tracing slows. FLOPs
are counted, not timed. The growth with T is the slope of a line through the logarithms.
"""

import sys
import time
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "labs" / "architectures" / "transformers"))
import attention_cost as cost
from efficient_attention import elu_feature, linear_attention, tiled_attention
from measure import peak_numpy
from numpy_attention import attention, causal_mask, decode_step, multi_head_attention

WIDTH, TILE = 64, 128


@pytest.fixture
def say(capsys):
    def printed(text):
        with capsys.disabled():
            print(f"\n{text}", end="")

    return printed


def least_times(rounds, *calls):
    """The least CPU time of each call; the calls take turns."""
    times = np.empty((rounds, len(calls)))
    for row in times:
        for column, call in enumerate(calls):
            start = time.process_time()
            call()
            row[column] = time.process_time() - start
    return times.min(axis=0)


def draw(T):
    return np.random.default_rng(0).standard_normal((3, T, WIDTH))


@pytest.mark.parametrize("T", [1024, 2048, 4096, 8192])
def test_tiled_against_plain(say, T):
    parts = draw(T)
    (plain, _), whole = peak_numpy(attention, *parts)
    (tiled, _), part = peak_numpy(tiled_attention, *parts, size=TILE)
    assert np.abs(plain - tiled).max() < 1e-12
    del plain, tiled
    times = least_times(1 if T > 4000 else 3, lambda: attention(*parts), lambda: tiled_attention(*parts, size=TILE))
    say(
        f"T={T}: 통째로 {times[0]:.2f}초 {whole / 2**20:.0f} MiB, tile로 {times[1]:.2f}초 {part / 2**20:.1f} MiB, 시간의 비 {times[1] / times[0]:.2f}"
    )
    assert part < whole / (T / 64)


@pytest.mark.parametrize("T", [64, 256])
def test_cached_against_recomputed_decoding(say, T):
    d_model, n_heads = 256, 4
    rng = np.random.default_rng(0)
    weights = [rng.standard_normal((d_model, d_model)) / 16 for _ in range(4)]
    X, outputs = rng.standard_normal((T, d_model)), {}

    def cached():
        cache, rows = None, []
        for t in range(T):
            row, cache = decode_step(X[t : t + 1], cache, *weights, n_heads)
            rows.append(row)
        outputs["cached"] = np.concatenate(rows)

    def recomputed():
        rows = [multi_head_attention(X[: t + 1], *weights, n_heads, mask=causal_mask(t + 1))[0][-1:] for t in range(T)]
        outputs["recomputed"] = np.concatenate(rows)

    times = least_times(2, cached, recomputed)
    assert np.allclose(outputs["cached"], outputs["recomputed"])
    flops = cost.generation_flops(T, d_model, cached=False) / cost.generation_flops(T, d_model, cached=True)
    say(f"T={T}: cache로 {times[0]:.3f}초, 다시 계산 {times[1]:.3f}초, 시간의 비 {times[1] / times[0]:.1f}, 연산량의 비 {flops:.1f}")
    assert times[1] > 2 * times[0] and flops > T / 3


def test_growth_exponents(say):
    lengths = np.array([1024, 2048, 4096, 8192])
    calls = {
        "모두, tile": lambda Q, K, V: tiled_attention(Q, K, V, size=TILE),
        "창 256": lambda Q, K, V: tiled_attention(Q, K, V, causal=True, window=256, size=TILE),
        "선형": lambda Q, K, V: linear_attention(elu_feature(Q), elu_feature(K), V, causal=True, size=TILE),
    }
    slopes = {}
    for name, call in calls.items():
        times = [least_times(2, lambda: call(*parts))[0] for parts in map(draw, lengths)]  # noqa: B023 (called at once)
        slopes[name] = np.polyfit(np.log(lengths), np.log(times), 1)[0]
        say(f"{name}: T={lengths[-1]}에서 {times[-1]:.2f}초, 시간의 지수 {slopes[name]:.2f}")
    assert slopes["모두, tile"] > 1.6 and max(slopes["창 256"], slopes["선형"]) < 1.4
