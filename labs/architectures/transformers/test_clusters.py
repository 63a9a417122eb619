"""clusters.py와 biased_attention.py의 test: 에너지, 뽑기, 대칭, 빈 key. 실행: pytest test_clusters.py"""

import numpy as np
import pytest
import torch

import clusters
from attention_block import AttentionBlock
from biased_attention import BiasedBlock


@pytest.fixture(scope="module")
def data():
    return clusters.make_clusters(30, np.random.default_rng(0), sizes=(3, 4, 5))


def untrained(**options):
    torch.manual_seed(0)
    return clusters.EnergyModel(**options).eval()


def test_a_pair_is_bound_most_at_the_known_distance():
    assert clusters.pair_energy(np.array(2 ** (1 / 6))) == pytest.approx(-1)
    triangle = 2 ** (1 / 6) * np.array([[0, 0, 0], [1, 0, 0], [0.5, np.sqrt(3) / 2, 0]])
    assert clusters.cluster_energy(triangle) == pytest.approx(-3)


def test_simulation_finds_low_energies_and_stays_inside():
    drawn = clusters.simulate(4, 200, np.random.default_rng(1))
    start = clusters.simulate(4, 200, np.random.default_rng(1), sweeps=0)
    assert clusters.cluster_energy(drawn).mean() < clusters.cluster_energy(start).mean() - 1
    assert np.linalg.norm(drawn, axis=-1).max() < 2.1
    assert clusters.cluster_energy(drawn).min() >= -6 - 1e-9  # 원자 넷의 가장 낮은 에너지는 짝 여섯의 -1이다


def test_impossible_sizes_are_refused():
    with pytest.raises(ValueError, match="n_atoms=40"):
        clusters.simulate(40, 1, np.random.default_rng(0))


def moved(data):
    positions, real, energy = data
    order = torch.randperm(real.shape[1], generator=torch.Generator().manual_seed(3))
    yield "차례", (positions[:, order], real[:, order], energy)
    yield "옮김", (positions + torch.tensor([5.0, -1.0, 2.0]), real, energy)
    yield "돌림", clusters.rotated(data)


def test_distances_keep_every_symmetry_and_coordinates_only_the_order(data):
    by_distance, by_place = untrained(), untrained(distances=False)
    for name, other in moved(data):
        assert clusters.largest_change(by_distance, data, other) < 1e-4, name
        assert (clusters.largest_change(by_place, data, other) < 1e-4) == (name == "차례"), name


def test_rotations_are_rotations():
    turns = clusters.random_rotations(50, 0)
    assert torch.allclose(turns @ turns.mT, torch.eye(3).expand(50, 3, 3), atol=1e-5)
    assert torch.allclose(torch.det(turns), torch.ones(50), atol=1e-5)


@torch.no_grad()
def test_pads_change_nothing(data):
    positions, real, _ = data
    filled = torch.where(real[..., None], positions, 7.0)
    longer = torch.nn.functional.pad(positions, (0, 0, 0, 3)), torch.nn.functional.pad(real, (0, 3))
    model = untrained()
    assert torch.allclose(model(positions, real), model(filled, real), atol=1e-4)
    assert torch.allclose(model(positions, real), model(*longer), atol=1e-4)
    assert (model(positions, real | True) - model(filled, real | True)).abs().max() > 1e-2  # 대조: 가리지 않으면 바뀐다


@torch.no_grad()
def test_identical_tokens_say_nothing_without_an_empty_key(data):
    five = data[0][60:], data[1][60:]  # 원자가 다섯인 덩어리
    assert untrained(empty_key=False)(*five).std() < 1e-5 < 1e-3 < untrained()(*five).std()


@torch.no_grad()
def test_without_bias_the_block_is_the_labs_block():
    torch.manual_seed(0)
    biased, plain = BiasedBlock(12, 3), AttentionBlock(12, 3, 24)
    plain.load_state_dict(biased.state_dict())
    x, seen = torch.randn(2, 5, 12), torch.rand(2, 1, 5, 5) < 0.7
    seen |= torch.eye(5, dtype=torch.bool)
    bias = torch.zeros(2, 3, 5, 5)
    assert torch.allclose(biased(x, x, bias), plain(x), atol=1e-5)
    assert torch.allclose(biased(x, x, bias.masked_fill(~seen, -torch.inf)), plain(x, seen), atol=1e-5)
    assert not torch.allclose(biased(x, x, bias + torch.arange(5.0)), plain(x), atol=1e-2)  # 대조: bias가 있으면 다르다


def test_training_lowers_the_error(data):
    before, after = (clusters.rmse(clusters.train(data, 0, steps=steps), data) for steps in (1, 150))
    assert after < 0.8 * before
