"""co2.py의 test: 자료, 새지 않는 입력, 빠진 주, 표준화. 실행: pytest test_co2.py"""

import hashlib
import re

import numpy as np
import pytest
import torch

import co2

WEEKS, PPM = co2.load_co2()
STOP = len(PPM) * 3 // 4


@pytest.fixture(scope="module")
def scale():
    return co2.Scale(PPM[:STOP])


@pytest.fixture(scope="module")
def model():
    torch.manual_seed(0)
    return co2.Forecaster().eval()


def sample(n=6):
    """빠진 주가 든 창 n개: 시각과 농도, 각각 (n, T)."""
    starts = co2.usable_starts(PPM, 0, STOP)
    return co2.windows(WEEKS, PPM, starts[np.isnan(PPM[starts[:, None] + np.arange(co2.WINDOW)]).any(axis=1)][:n])


def test_the_data_are_the_ones_described():
    assert (len(PPM), np.isnan(PPM).sum()) == (2284, 59) and (np.diff(WEEKS) == 1).all()
    written = re.search(r"[0-9a-f]{64}", co2.DATA.with_name("README.md").read_text("utf-8"))[0]
    assert hashlib.sha256(co2.DATA.read_bytes()).hexdigest() == written


def test_last_seen_never_looks_ahead():
    ppm = np.array([[1.0, np.nan, 3.0, np.nan, np.nan, 6.0]])
    assert co2.last_seen(ppm).tolist() == [[1, 1, 3, 3, 3, 6]]


def test_linear_regression_is_exact_on_a_linear_series_and_sees_no_test_week():
    series = 300 + 0.03 * WEEKS + 3 * np.sin(2 * np.pi * WEEKS / co2.YEAR)
    starts = co2.usable_starts(series, STOP, len(PPM))
    at = starts + co2.WINDOW - 1
    forecast = co2.linear_forecast(WEEKS, series, STOP, starts, 26)
    assert np.allclose(forecast, series[at + 26], atol=1e-6)
    bent = np.where(np.arange(len(PPM)) < STOP + 100, series, series + 5)  # 대조: 시험 구간의 뒤쪽이 달라진다
    early = starts[at < STOP + 100]
    assert np.array_equal(co2.linear_forecast(WEEKS, bent, STOP, early, 26), forecast[: len(early)])


def test_forecast_ignores_later_weeks(scale, model):
    weeks, ppm = sample()
    later = ppm.copy()
    later[:, 20:] += 5
    before, after = (co2.forecast(model, scale, weeks, values)[:, :20] for values in (ppm, later))
    assert np.array_equal(before, after)
    model.causal = False  # 대조: mask가 없으면 앞자리의 답이 바뀐다
    before, after = (co2.forecast(model, scale, weeks, values)[:, :20] for values in (ppm, later))
    model.causal = True
    assert np.abs(before - after).max() > 1e-3


def test_missing_weeks_are_neither_seen_nor_counted(scale, model):
    weeks, ppm = sample()
    features, times, measured = co2.make_inputs(weeks, ppm, scale)
    assert not measured.all()
    poisoned = torch.where(measured[..., None], features, 100.0)  # 빠진 주의 특징을 엉뚱한 값으로
    with torch.no_grad():
        gap = (model(features, times, measured) - model(poisoned, times, measured)).abs()
        shown = (model(features, times, measured | True) - model(poisoned, times, measured | True)).abs()
    assert gap[measured].max() == 0 and shown[measured].max() > 1e-3  # 대조: 가리지 않으면 샌다


def test_targets_are_shifted_and_only_measured_pairs_count(scale):
    starts = co2.usable_starts(PPM, 0, STOP)[:200]
    target, counted = co2.make_targets(PPM, starts, scale)
    for column, horizon in enumerate(co2.HORIZONS):
        t = starts[:, None] + np.arange(co2.WINDOW)
        known = ~np.isnan(PPM[t]) & ~np.isnan(PPM[t + horizon])
        assert np.array_equal(counted[..., column].numpy(), known) and not known.all()
        change = (PPM[t + horizon] - PPM[t])[known] / float(scale.target[column])
        assert np.allclose(target[..., column].numpy()[known], change, atol=1e-5)
        assert not np.allclose(change, 0)  # 대조: 밀지 않은 목표는 모두 0이다


def test_training_does_not_depend_on_the_test_period():
    changed = PPM.copy()
    changed[STOP:] += 100
    first, second, other = (co2.train(WEEKS, values, STOP, seed, steps=2)[0] for values, seed in ((PPM, 0), (changed, 0), (PPM, 1)))
    same = [torch.equal(a, b) for a, b in zip(first.parameters(), second.parameters(), strict=True)]
    assert all(same)
    assert not all(torch.equal(a, b) for a, b in zip(first.parameters(), other.parameters(), strict=True))  # 대조


def test_windows_stay_within_their_period():
    starts = co2.usable_starts(PPM, 100, 400)
    last = starts.max() + co2.WINDOW - 1 + max(co2.HORIZONS)
    assert starts.min() >= 100 and last == 399 and not np.isnan(PPM[starts]).any()


def test_free_run_is_the_forecast_fed_back(scale, model):
    weeks, ppm = sample(3)
    made = co2.free_run(model, scale, weeks, ppm, 3)
    first = co2.forecast(model, scale, weeks, ppm)[:, -1, 0]
    assert np.allclose(made[:, 0], first) and made.shape == (3, 3)
    next_weeks, next_ppm = co2.slide(np.c_[weeks, weeks[:, -1:] + 1], np.c_[ppm, first])
    assert np.allclose(made[:, 1], co2.forecast(model, scale, next_weeks, next_ppm)[:, -1, 0])


def test_a_window_that_starts_with_a_gap_is_refused(scale):
    weeks, ppm = sample(2)
    ppm[0, 0] = np.nan
    with pytest.raises(ValueError, match="첫 주를 재지 못한 창"):
        co2.make_inputs(weeks, ppm, scale)


def test_baselines_use_the_past_only():
    at = np.arange(500, 520)
    changed = PPM.copy()
    changed[600:] = 0
    for horizon in co2.HORIZONS:
        before, after = co2.baselines(PPM, at, horizon), co2.baselines(changed, at, horizon)
        assert all(np.array_equal(before[name], after[name]) for name in before)
