"""Mauna Loa의 주간 CO2 농도를 attention으로 예보한다.

한 주가 한 token이고 위치는 관측 시각이다. 재지 못한 주는 PAD처럼 key에서 가리고 손실에서 뺀다.
관례: B는 batch, T는 창의 길이(주), D는 폭이다. boolean은 True가 "잰 주" 또는 "볼 수 있음"이다.
자료의 출처와 사용권은 data/README.md에 있다.

    python co2.py        seed 하나로 학습해 기준선과 견준 오차를 찍는다
"""

import csv
from datetime import date
from pathlib import Path

import numpy as np
import torch
from torch import nn

from attention_block import AttentionBlock, causal_mask
from numpy_attention import sinusoidal_encoding
from progress import progress

DATA = Path(__file__).parent / "data" / "mauna_loa_co2.csv"
WINDOW = 32  # 한 번에 보는 주
HORIZONS = (1, 26)  # 몇 주 앞을 예보하는가
YEAR = 365.25 / 7  # 한 해의 주


def load_co2(path=DATA):
    """반환: 첫 관측에서 센 주 (N,) float64와 농도(ppm) (N,) float64. 재지 못한 주의 농도는 NaN이다."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    days = np.array([date.fromisoformat(row["date"]).toordinal() for row in rows])
    return (days - days[0]) / 7.0, np.array([float(row["co2"] or "nan") for row in rows])


def last_seen(ppm):
    """자리마다 거기까지 마지막으로 잰 값: (..., N) -> (..., N). 아직 잰 값이 없으면 NaN이다."""
    measured = np.where(np.isnan(ppm), 0, np.arange(ppm.shape[-1]))
    return np.take_along_axis(ppm, np.maximum.accumulate(measured, axis=-1), axis=-1)


class Scale:
    """표준화에 쓰는 두 수. 학습 구간에서만 구한다: 앞날의 크기를 미리 알면 그것도 새는 정보다."""

    def __init__(self, ppm):
        """ppm: (N,), 학습 구간의 농도. 창 안에서 움직이는 크기와, 예보할 변화의 크기를 잰다."""
        steady = last_seen(ppm)
        self.input = float(np.nanstd(steady[WINDOW // 2 :] - steady[: -(WINDOW // 2)]))
        self.target = torch.tensor([float(np.nanstd(steady[h:] - steady[:-h])) for h in HORIZONS])


def make_inputs(weeks, ppm, scale):
    """창을 token으로 바꾼다. 어느 자리의 token도 그 자리까지의 값만 쓴다.

    weeks: (B, T), 관측 시각. ppm: (B, T), 재지 못한 주는 NaN이되 첫 주는 잰 값이어야 한다.
    반환: 특징 (B, T, 5), 창의 첫 주에서 센 시각 (B, T), 잰 주 (B, T) boolean.
    """
    if np.isnan(ppm[:, 0]).any():
        raise ValueError("첫 주를 재지 못한 창이 있다. 창의 기준이 되는 값이므로, 잰 주에서 시작하는 창을 고른다.")
    measured = ~np.isnan(ppm)
    level = (np.where(measured, ppm, ppm[:, :1]) - ppm[:, :1]) / scale.input  # (B, T), 첫 주를 0으로
    features = np.stack([level, *seasons(weeks)], axis=-1)  # (B, T, 5)
    return torch.from_numpy(features).float(), weeks - weeks[:, :1], torch.from_numpy(measured)


def seasons(weeks):
    """한 해에서의 자리를 나타내는 넷: weeks와 모양이 같은 배열의 목록."""
    phase = 2 * np.pi * weeks / YEAR
    return [f(k * phase) for k in (1, 2) for f in (np.sin, np.cos)]


class Forecaster(nn.Module):
    """특징과 시각을 더한 token을 block 하나에 넣고, 자리마다 HORIZONS만큼 앞의 변화를 낸다."""

    def __init__(self, d_model=32, n_heads=4, causal=True):
        super().__init__()
        self.causal = causal
        self.embed = nn.Linear(5, d_model)
        self.block = AttentionBlock(d_model, n_heads, 2 * d_model)
        self.norm = nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, len(HORIZONS))

    def forward(self, features, times, measured):
        """features: (B, T, 5), times: (B, T), measured: (B, T) boolean. 반환: 표준화한 변화 (B, T, 2)."""
        T = features.shape[1]
        position = sinusoidal_encoding(times, self.embed.out_features, base=100.0)  # (B, T, D)
        x = self.embed(features) + torch.from_numpy(position).float()  # (B, T, D)
        seen = causal_mask(T) if self.causal else None
        return self.head(self.norm(self.block(x, seen, key_padding_mask=measured)))  # (B, T, 2)


def windows(weeks, ppm, starts, length=WINDOW):
    """starts에서 시작하는 창: 반환은 시각과 농도, 각각 (B, length)."""
    index = starts[:, None] + np.arange(length)  # (B, length)
    return weeks[index], ppm[index]


def make_targets(ppm, starts, scale):
    """자리마다 마지막으로 잰 값에서 h주 뒤까지의 변화를 표준화한 것과, 손실에 넣을 자리.

    반환: (B, T, 2) float와 (B, T, 2) boolean. 지금이나 h주 뒤를 재지 못한 자리는 False다.
    """
    index = starts[:, None] + np.arange(WINDOW)  # (B, T)
    future = np.stack([ppm[index + h] for h in HORIZONS], axis=-1)  # (B, T, 2), 목표를 h만큼 민다
    change = future - ppm[index][..., None]  # (B, T, 2)
    counted = torch.from_numpy(~np.isnan(change))
    return torch.from_numpy(np.nan_to_num(change)).float() / scale.target, counted


def usable_starts(ppm, first, stop):
    """[first, stop) 안에서 목표까지 모두 끝나고, 잰 주에서 시작하는 창의 시작."""
    starts = np.arange(first, stop - WINDOW - max(HORIZONS) + 1)
    return starts[~np.isnan(ppm[starts])]


def train(weeks, ppm, stop, seed, causal=True, steps=600, batch=64):
    """[0, stop)만 보고 학습한다. 반환: 모델과 Scale."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    scale, model = Scale(ppm[:stop]), Forecaster(causal=causal)
    starts = usable_starts(ppm, 0, stop)
    optimizer = torch.optim.AdamW(model.parameters(), lr=5e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 5e-3, total_steps=steps)
    for _ in progress(range(steps), f"CO2, causal={causal}, seed {seed}"):
        chosen = rng.choice(starts, batch)
        predicted = model(*make_inputs(*windows(weeks, ppm, chosen), scale))  # (B, T, 2)
        target, counted = make_targets(ppm, chosen, scale)  # 각각 (B, T, 2)
        loss = (predicted - target)[counted].square().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        schedule.step()
    return model.eval(), scale


@torch.no_grad()
def forecast(model, scale, weeks, ppm):
    """창마다, 자리마다의 예보(ppm): weeks와 ppm (B, T) -> (B, T, 2)."""
    change = model(*make_inputs(weeks, ppm, scale)) * scale.target  # (B, T, 2)
    return last_seen(ppm)[..., None] + change.double().numpy()  # (B, T, 2)


def free_run(model, scale, weeks, ppm, steps):
    """지난 창만 주고 한 주 앞 예보를 다시 입력에 넣으며 steps주를 간다: (B, T) -> (B, steps)."""
    made = []
    for _ in range(steps):
        nearest = forecast(model, scale, weeks, ppm)[:, -1, 0]  # (B,), 마지막 자리의 한 주 앞
        made.append(nearest)
        weeks = np.concatenate([weeks, weeks[:, -1:] + 1], axis=1)  # (B, T+1)
        ppm = np.concatenate([ppm, nearest[:, None]], axis=1)  # (B, T+1)
        if len(made) < steps:
            weeks, ppm = slide(weeks, ppm)
    return np.stack(made, axis=1)  # (B, steps)


def slide(weeks, ppm):
    """가장 오래된 주를 버린다. 새 첫 주를 재지 못했으면 버린 값으로 채워 기준을 잇는다."""
    kept = ppm[:, 1:].copy()  # (B, T)
    kept[:, 0] = np.where(np.isnan(kept[:, 0]), ppm[:, 0], kept[:, 0])
    return weeks[:, 1:], kept


def scores(model, scale, weeks, ppm, starts):
    """창에서 잰 세 가지 RMSE: 정답이 든 창에서(teacher forcing), 지난 값만으로 한 주 앞, 제 예보를 되먹이며 26주."""
    seen_weeks, seen_ppm = windows(weeks, ppm, starts)  # 각각 (B, T)
    predicted = forecast(model, scale, seen_weeks, seen_ppm)[..., 0]  # (B, T)
    answer = ppm[starts[:, None] + 1 + np.arange(WINDOW)]  # (B, T)
    later = ppm[starts[:, None] + WINDOW + np.arange(max(HORIZONS))]  # (B, 26)
    alone = free_run(model, scale, seen_weeks, seen_ppm, max(HORIZONS))  # (B, 26)
    pairs = ((predicted[:, :-1], answer[:, :-1]), (predicted[:, -1], answer[:, -1]), (alone, later))
    return [float(np.sqrt(np.nanmean((guess - truth) ** 2))) for guess, truth in pairs]


def mean_errors(estimates, ppm, at, horizon):
    """이름마다 평균 절대 오차. 재지 못한 주는 뺀다. estimates: 이름마다 (N,), at: 예보하는 주 (N,)."""
    return {name: float(np.nanmean(np.abs(estimate - ppm[at + horizon]))) for name, estimate in estimates.items()}


def baselines(ppm, at, horizon):
    """학습하지 않는 예보. at: (N,), 예보하는 주. 반환: 이름마다 (N,) ppm."""
    steady, year = last_seen(ppm), round(YEAR)
    return {
        "마지막 값": steady[at],
        "한 해 전의 값": steady[at + horizon - year],
        "한 해 전의 값 + 한 해의 증가": steady[at + horizon - year] + steady[at] - steady[at - year],
    }


def linear_forecast(weeks, ppm, stop, starts, horizon):
    """창의 값과 계절에서 horizon주 뒤의 변화를 맞히는 최소제곱 회귀. [0, stop)에서만 맞춘다.

    starts: (B,), 예보할 창의 시작. 반환: 창의 마지막 주에 한 예보 (B,) ppm.
    """
    steady = last_seen(ppm)

    def inputs(starts):
        at = starts + WINDOW - 1  # (B,)
        past = steady[starts[:, None] + np.arange(WINDOW - 1)] - steady[at, None]  # (B, T-1)
        return np.column_stack([past, *seasons(weeks[at]), np.ones(len(at))])  # (B, T+4)

    known = usable_starts(ppm, 0, stop)
    change = ppm[known + WINDOW - 1 + horizon] - ppm[known + WINDOW - 1]  # (N,)
    counted = ~np.isnan(change)
    slopes = np.linalg.lstsq(inputs(known)[counted], change[counted], rcond=None)[0]  # (T+4,)
    return steady[starts + WINDOW - 1] + inputs(starts) @ slopes  # (B,)


if __name__ == "__main__":
    weeks, ppm = load_co2()
    stop = len(ppm) * 3 // 4
    model, scale = train(weeks, ppm, stop, seed=0)
    starts = usable_starts(ppm, stop, len(ppm))
    at = starts + WINDOW - 1
    predicted = forecast(model, scale, *windows(weeks, ppm, starts))[:, -1]
    for column, horizon in enumerate(HORIZONS):
        linear = linear_forecast(weeks, ppm, stop, starts, horizon)
        estimates = {**baselines(ppm, at, horizon), "선형회귀": linear, "attention": predicted[:, column]}
        errors = mean_errors(estimates, ppm, at, horizon)
        print(f"{horizon}주 앞:", ", ".join(f"{name} {error:.2f}" for name, error in errors.items()))
