"""stations.py의 test: 두 기준선, 대칭, PAD. 실행: pytest test_stations.py"""

import numpy as np
import pytest
import torch

import stations


@pytest.fixture(scope="module")
def scenes():
    return stations.make_scenes(400, np.random.default_rng(0))


def untrained():
    torch.manual_seed(0)
    return stations.Interpolator().eval()


def test_fields_have_the_kernel_they_claim():
    rng = np.random.default_rng(1)
    _, observed, real, _, truth = stations.make_scenes(4000, rng, fewest=16)
    assert real.all() and truth.std() == pytest.approx(1, abs=0.05)
    assert observed.var() - truth.var() == pytest.approx(stations.NOISE**2, abs=0.03)


def test_gaussian_process_against_one_scene_by_hand(scenes):
    places, observed, real, targets, _ = (part[5] for part in scenes)
    places, observed = places[real], observed[real]
    covariance = stations.kernel(places, places) + stations.NOISE**2 * np.eye(len(places))
    by_hand = stations.kernel(targets, places) @ np.linalg.inv(covariance) @ observed
    assert np.allclose(stations.gaussian_process(scenes)[5], by_hand)


def test_no_other_estimate_beats_the_true_kernel(scenes):
    best = stations.rmse(stations.gaussian_process(scenes), scenes)
    others = [stations.gaussian_process(scenes, length) for length in (0.15, 0.4)]
    others += [stations.gaussian_process(scenes, noise=noise) for noise in (0.01, 0.5)]
    others += [stations.inverse_distance(scenes, power) for power in (1, 2, 3, 4)]
    assert all(stations.rmse(other, scenes) > best for other in others)


def test_inverse_distance_is_a_convex_combination(scenes):
    _, observed, real, _, _ = scenes
    estimate = stations.inverse_distance(scenes)
    low, high = (f(np.where(real, observed, fill), axis=1)[:, None] for f, fill in ((np.min, np.inf), (np.max, -np.inf)))
    assert (estimate >= low - 1e-9).all() and (estimate <= high + 1e-9).all()
    gp = stations.gaussian_process(scenes)
    assert ((gp < low) | (gp > high)).any()  # 대조: GP의 가중치는 음수일 수 있어 밖으로 나간다


def moved_map(scenes):
    """지도 전체를 돌리고 옮긴 장면."""
    turn = np.array([[0.6, -0.8], [0.8, 0.6]])
    places, observed, real, targets, truth = scenes
    return places @ turn.T + [3.0, -1.0], observed, real, targets @ turn.T + [3.0, -1.0], truth


def test_only_distances_count(scenes):
    model, other = untrained(), moved_map(scenes)
    assert np.abs(stations.interpolate(model, scenes) - stations.interpolate(model, other)).max() < 1e-4
    one_moved = scenes[0] + [[[0.3, 0.0]]], *scenes[1:]  # 대조: 관측소만 옮기면 답이 바뀐다
    assert np.abs(stations.interpolate(model, scenes) - stations.interpolate(model, one_moved)).max() > 1e-2


def test_order_of_stations_does_not_matter_and_order_of_targets_follows(scenes):
    model = untrained()
    rng = np.random.default_rng(2)
    s, t = rng.permutation(scenes[0].shape[1]), rng.permutation(scenes[3].shape[1])
    places, observed, real, targets, truth = scenes
    mixed = places[:, s], observed[:, s], real[:, s], targets[:, t], truth[:, t]
    for estimate in (stations.gaussian_process, stations.inverse_distance, lambda parts: stations.interpolate(model, parts)):
        assert np.allclose(estimate(scenes)[:, t], estimate(mixed), atol=1e-4)


def test_pads_change_nothing(scenes):
    places, observed, real, targets, truth = scenes
    filled = np.where(real[..., None], places, 0.5), np.where(real, observed, 9.0), real, targets, truth
    shown = filled[:2] + (real | True,) + filled[3:]
    model = untrained()
    for estimate in (stations.gaussian_process, stations.inverse_distance, lambda parts: stations.interpolate(model, parts)):
        assert np.allclose(estimate(scenes), estimate(filled), atol=1e-4)
        assert not np.allclose(estimate(scenes), estimate(shown), atol=1e-2)  # 대조


def test_far_from_all_stations_the_process_returns_to_its_mean(scenes):
    places, observed, real, targets, truth = scenes
    far = places, observed, real, targets + 50.0, truth
    assert np.abs(stations.gaussian_process(far)).max() < 1e-6
    weights_left = stations.inverse_distance(far)
    assert np.abs(weights_left).max() > 0.1  # 대조: 거리 역수는 관측값의 평균을 낸다
