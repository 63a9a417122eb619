"""흩어진 관측소의 값에서 다른 자리의 값을 cross-attention으로 추정한다.

자료는 kernel을 아는 Gaussian process에서 뽑는다. 그래서 더 나을 수 없는 답(kernel을 아는 GP)과 견준다.
B는 장면 수, S는 관측소 수(PAD까지), T는 추정할 자리의 수다. 자리는 [0, 1] x [0, 1] 안의 좌표다.

    python stations.py        학습해 거리 역수 가중, GP와 견준 오차를 찍는다
"""

import numpy as np
import torch
from torch import nn

from biased_attention import BiasedBlock, DistanceBias, with_empty_key
from progress import progress

LENGTH = 0.25  # 장의 상관 길이
NOISE = 0.1  # 관측 오차의 표준편차. 장의 표준편차는 1이다


def kernel(a, b, length=LENGTH):
    """exp(-|a-b|^2 / 2 length^2): (..., M, 2), (..., N, 2) -> (..., M, N)."""
    return np.exp(-(pair_distances(a, b) ** 2) / (2 * length**2))


def pair_distances(a, b):
    """(..., M, 2), (..., N, 2) -> (..., M, N)."""
    return np.linalg.norm(a[..., :, None, :] - b[..., None, :, :], axis=-1)


def make_scenes(n_scenes, rng, fewest=6, most=16, n_targets=16, length=LENGTH):
    """장을 새로 뽑아 관측소와 추정할 자리에서 읽는다. 관측소 수는 장면마다 다르고 뒤를 PAD로 채운다.

    반환(float64): 관측소의 자리 (B, S, 2), 관측값 (B, S), 실제 관측소 (B, S) boolean, 추정할 자리 (B, T, 2), 참값 (B, T).
    """
    places = rng.random((n_scenes, most + n_targets, 2))  # (B, S+T, 2)
    covariance = kernel(places, places, length) + 1e-8 * np.eye(most + n_targets)  # (B, S+T, S+T)
    field = (np.linalg.cholesky(covariance) @ rng.standard_normal((n_scenes, most + n_targets, 1)))[..., 0]  # (B, S+T)
    observed = field[:, :most] + NOISE * rng.standard_normal((n_scenes, most))  # (B, S)
    real = np.arange(most) < rng.integers(fewest, most + 1, n_scenes)[:, None]  # (B, S)
    return places[:, :most], np.where(real, observed, 0.0), real, places[:, most:], field[:, most:]


def inverse_distance(scenes, power=3.0):
    """거리 역수 가중 [Shepard 1968]: 가중치가 1 / 거리^power에 비례한다. 반환: (B, T)."""
    stations, observed, real, targets, _ = scenes
    closeness = np.maximum(pair_distances(targets, stations), 1e-9) ** -power * real[:, None, :]  # (B, T, S)
    return (closeness / closeness.sum(axis=-1, keepdims=True) @ observed[..., None])[..., 0]  # (B, T)


def gaussian_process(scenes, length=LENGTH, noise=NOISE):
    """kernel을 아는 GP의 사후 평균 [Rasmussen·Williams 2006, 식 (2.23)]. 반환: (B, T).

    PAD는 다른 모든 자리와 상관이 0인 관측소로 두면 답에 들어가지 않는다.
    """
    stations, observed, real, targets, _ = scenes
    both = real[:, :, None] & real[:, None, :]  # (B, S, S)
    covariance = kernel(stations, stations, length) * both + noise**2 * np.eye(real.shape[1])  # (B, S, S)
    across = kernel(targets, stations, length) * real[:, None, :]  # (B, T, S)
    return (across @ np.linalg.solve(covariance, observed[..., None]))[..., 0]  # (B, T)


class Interpolator(nn.Module):
    """관측소끼리 self-attention으로 겹친 정보를 덜어 낸 뒤, 추정할 자리가 cross-attention으로 읽는다.

    좌표는 거리로만 들어가므로 지도 전체를 옮기거나 돌려도 답이 같다. 관측값은 token이고, 추정할 자리는 모두 같은 token이다.
    """

    def __init__(self, d_model=32, n_heads=8, n_self=1):
        super().__init__()
        self.read = nn.Linear(1, d_model)
        self.ask = nn.Parameter(torch.randn(d_model))
        self.empty = nn.Parameter(torch.randn(d_model))
        self.bias = nn.ModuleList(DistanceBias(n_heads, 0.0, 1.4, n_bumps=15) for _ in range(n_self + 1))
        self.blocks = nn.ModuleList(BiasedBlock(d_model, n_heads) for _ in range(n_self + 1))
        self.norm = nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, 1)

    def forward(self, stations, observed, real, targets):
        """(B, S, 2), (B, S), (B, S) boolean, (B, T, 2) -> (B, T). 모두 float32다."""
        x = self.read(observed[..., None])  # (B, S, D)
        *mixing, reading = zip(self.blocks, self.bias, strict=True)
        for block, make_bias in mixing:
            bias = make_bias(distances(stations, stations), seen_by(stations, real))  # (B, H, S, S+1)
            x = block(x, with_empty_key(x, self.empty), bias)  # (B, S, D)
        block, make_bias = reading
        y = self.ask.expand(*targets.shape[:2], -1)  # (B, T, D)
        bias = make_bias(distances(targets, stations), seen_by(targets, real))  # (B, H, T, S+1)
        y = block(y, with_empty_key(x, self.empty), bias)  # (B, T, D)
        return self.head(self.norm(y)).squeeze(-1)  # (B, T)


def distances(a, b):
    """(B, M, 2), (B, N, 2) -> (B, M, N). 큰 좌표에서도 자릿수를 잃지 않게 차를 먼저 구한다."""
    return torch.cdist(a, b, compute_mode="donot_use_mm_for_euclid_dist")


def seen_by(places, real):
    """어느 자리에서나 실제 관측소만 본다: (B, M, 2), (B, S) -> (B, M, S) boolean."""
    return real[:, None, :].expand(-1, places.shape[1], -1)


def to_torch(scenes):
    """NumPy의 장면을 모델이 받는 dtype으로 바꾼다."""
    return [torch.from_numpy(part if part.dtype == bool else part.astype(np.float32)) for part in scenes]


def train(seed, steps=600, batch=32):
    """걸음마다 새 장면으로 학습한다. 반환: 모델."""
    torch.manual_seed(seed)
    rng, model = np.random.default_rng([seed, 1]), Interpolator()
    optimizer = torch.optim.AdamW(model.parameters(), lr=4e-3, weight_decay=0.0)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, total_steps=steps)
    for _ in progress(range(steps), f"관측소, seed {seed}"):
        *given, answer = to_torch(make_scenes(batch, rng))
        loss = (model(*given) - answer).square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return model.eval()


@torch.no_grad()
def interpolate(model, scenes):
    """장면의 추정할 자리마다의 추정값 (B, T) float64."""
    return model(*to_torch(scenes)[:-1]).double().numpy()


def rmse(estimate, scenes):
    """참값과의 제곱 평균 제곱근 오차."""
    return float(np.sqrt(np.mean((estimate - scenes[-1]) ** 2)))


if __name__ == "__main__":
    scenes = make_scenes(500, np.random.default_rng(99))
    estimates = {
        "거리 역수 가중": inverse_distance(scenes),
        "attention": interpolate(train(0), scenes),
        "kernel을 아는 GP": gaussian_process(scenes),
    }
    for name, estimate in estimates.items():
        print(f"{name}: 오차 {rmse(estimate, scenes):.3f}")
