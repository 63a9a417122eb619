"""Lennard-Jones 덩어리의 에너지를 원자의 자리에서 맞힌다: 거리를 쓰는 attention과 좌표를 쓰는 attention.

자료는 여기서 만든다. 길이의 단위는 σ, 에너지의 단위는 ε이다. B는 덩어리 수, N은 원자 수(PAD까지), D는 폭이다.

    python clusters.py        두 모델을 학습해 오차와, 덩어리를 돌렸을 때의 변화를 찍는다
"""

import numpy as np
import torch
from torch import nn

from biased_attention import BiasedBlock, DistanceBias, with_empty_key
from progress import progress


def pair_energy(distance):
    """Lennard-Jones 퍼텐셜 4(r^-12 - r^-6)."""
    inverse = distance**-6.0
    return 4 * (inverse**2 - inverse)


def cluster_energy(positions):
    """(..., n, 3) -> (...,): 모든 짝의 에너지의 합."""
    i, j = np.triu_indices(positions.shape[-2], k=1)
    return pair_energy(np.linalg.norm(positions[..., i, :] - positions[..., j, :], axis=-1)).sum(axis=-1)


def simulate(n_atoms, n_clusters, rng, sweeps=200, step=0.15, radius=2.1):
    """Metropolis Monte Carlo로 원자 n_atoms개짜리 덩어리 n_clusters개를 저마다의 온도에서 뽑는다.

    3x3x3 격자(간격 1.15)의 서로 다른 자리에서 시작한다. 한 sweep은 원자마다 한 번씩 옮겨 보는 것이며,
    exp(-ΔE / T)의 확률로 받아들인다. 중심에서 radius 밖으로 나가는 옮김은 버린다(덩어리가 흩어지지 않게). T는 0.2에서 0.6까지 고르다.
    반환: (n_clusters, n_atoms, 3) float64.
    """
    if not 2 <= n_atoms <= 27:
        raise ValueError(f"원자 수 n_atoms={n_atoms}: 시작 격자의 자리가 27개이므로 2 이상 27 이하로 준다.")
    lattice = 1.15 * (np.stack(np.meshgrid(*[np.arange(3)] * 3, indexing="ij"), axis=-1).reshape(-1, 3) - 1)  # (27, 3)
    places = rng.random((n_clusters, 27)).argsort(axis=1)[:, :n_atoms]  # (C, n)
    positions = lattice[places]  # (C, n, 3)
    temperature = rng.uniform(0.2, 0.6, n_clusters)  # (C,)
    for _ in range(sweeps):
        for atom in range(n_atoms):
            moved = positions[:, atom] + step * rng.standard_normal((n_clusters, 3))  # (C, 3)
            others = np.delete(positions, atom, axis=1)  # (C, n-1, 3)
            before, after = (
                pair_energy(np.linalg.norm(others - place[:, None], axis=-1)).sum(axis=1) for place in (positions[:, atom], moved)
            )  # 각각 (C,)
            inside = np.linalg.norm(moved, axis=1) < radius
            accept = inside & (np.log(rng.random(n_clusters)) < (before - after) / temperature)  # (C,)
            positions[accept, atom] = moved[accept]
    return positions


def make_clusters(per_size, rng, sizes=(4, 5, 6, 7)):
    """크기가 다른 덩어리를 섞어 PAD로 맞춘다.

    반환: 자리 (B, N, 3) float32, 실제 원자 (B, N) boolean, 에너지 (B,) float32. PAD의 자리는 0이다.
    """
    N = max(sizes)
    positions, real, energy = [], [], []
    for n in sizes:
        drawn = simulate(n, per_size, rng)  # (per_size, n, 3)
        positions.append(np.pad(drawn, ((0, 0), (0, N - n), (0, 0))))  # (per_size, N, 3)
        real.append(np.broadcast_to(np.arange(N) < n, (per_size, N)))
        energy.append(cluster_energy(drawn))
    parts = (np.concatenate(part) for part in (positions, real, energy))
    positions, real, energy = (torch.from_numpy(part) for part in parts)
    return positions.float(), real, energy.float()


class EnergyModel(nn.Module):
    """원자마다 에너지를 내어 실제 원자만 더한다.

    distances=True이면 모든 원자가 같은 token이고 거리가 attention의 bias로 들어간다. False이면 좌표가 token이고 bias는 없다.
    empty_key=False이면 빈 key를 두지 않는다(왜 필요한지 보이려는 것이다).
    """

    def __init__(self, distances=True, empty_key=True, d_model=32, n_heads=8, n_blocks=2):
        super().__init__()
        self.distances, self.empty_key = distances, empty_key
        self.atom = nn.Parameter(torch.randn(d_model))
        self.empty = nn.Parameter(torch.randn(d_model))
        self.place = nn.Linear(3, d_model)
        self.bias = nn.ModuleList(DistanceBias(n_heads, 0.8, 3.2) for _ in range(n_blocks))
        self.blocks = nn.ModuleList(BiasedBlock(d_model, n_heads) for _ in range(n_blocks))
        self.norm = nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, 1)

    def forward(self, positions, real):
        """positions: (B, N, 3), real: (B, N) boolean. 반환: 에너지 (B,)."""
        gap = torch.cdist(positions, positions, compute_mode="donot_use_mm_for_euclid_dist")  # (B, N, N)
        x = self.atom.expand(*real.shape, -1) if self.distances else self.place(positions)  # (B, N, D)
        seen = real[:, None, :].expand(gap.shape)  # (B, N, N)
        for block, make_bias in zip(self.blocks, self.bias, strict=True):
            bias = make_bias(gap if self.distances else torch.full_like(gap, 1e3), seen)  # (B, H, N, N+1)
            context = with_empty_key(x, self.empty)  # (B, N+1, D)
            if not self.empty_key:
                bias, context = bias[..., :-1], x
            x = block(x, context, bias)  # (B, N, D)
        atomic = self.head(self.norm(x)).squeeze(-1)  # (B, N)
        return atomic.masked_fill(~real, 0.0).sum(dim=1)  # (B,). PAD는 더하지 않는다


def train(data, seed, steps=400, batch=64, **options):
    """data: `make_clusters`가 낸 셋. options: `EnergyModel`의 것. 반환: 학습한 모델."""
    torch.manual_seed(seed)
    positions, real, energy = data
    model = EnergyModel(**options)
    nn.init.constant_(model.head.bias, float(energy.sum() / real.sum()))  # 원자 하나의 평균에서 시작한다
    optimizer = torch.optim.AdamW(model.parameters(), lr=4e-3, weight_decay=0.0)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=steps)
    for _ in progress(range(steps), f"덩어리, seed {seed}"):
        chosen = torch.randint(len(energy), (batch,))
        error = model(positions[chosen], real[chosen]) - energy[chosen]  # (batch,)
        loss = error.square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return model.eval()


@torch.no_grad()
def rmse(model, data):
    """에너지의 제곱 평균 제곱근 오차."""
    positions, real, energy = data
    return (model(positions, real) - energy).square().mean().sqrt().item()


def random_rotations(n, seed):
    """고르게 뽑은 회전 행렬 (n, 3, 3) float32. QR 분해의 부호를 바로잡고 행렬식을 1로 맞춘다."""
    normal = torch.randn(n, 3, 3, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)
    q, r = torch.linalg.qr(normal)
    q = q * torch.sign(torch.diagonal(r, dim1=-2, dim2=-1))[:, None, :]  # (n, 3, 3)
    return (q * torch.det(q)[:, None, None]).float()  # 3은 홀수이므로 -1을 곱하면 행렬식의 부호가 바뀐다


def rotated(data, seed=0):
    """덩어리마다 따로 돌린 자료. 에너지는 그대로다."""
    positions, real, energy = data
    turns = random_rotations(len(positions), seed)  # (B, 3, 3)
    return positions @ turns.mT, real, energy  # (B, N, 3) @ (B, 3, 3)


@torch.no_grad()
def largest_change(model, data, other):
    """같은 에너지여야 할 두 자료에서 모델의 답이 가장 크게 달라진 크기."""
    return (model(*data[:2]) - model(*other[:2])).abs().max().item()


if __name__ == "__main__":
    rng = np.random.default_rng(0)
    data, held_out = make_clusters(400, rng), make_clusters(100, rng)
    for name, distances in (("거리", True), ("좌표", False)):
        model = train(data, 0, distances=distances)
        change = largest_change(model, held_out, rotated(held_out))
        print(f"{name}: 오차 {rmse(model, held_out):.2f}, 돌렸을 때 가장 큰 변화 {change:.1g}")
