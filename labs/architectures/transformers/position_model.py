"""위치를 넣는 방법만 다른 작은 모델을 짧은 길이에서 학습하고 긴 길이에서 시험한다.

과제는 앞의 token 맞히기다: 자리마다 바로 앞자리에 있던 token을 답한다. 내용으로는 알 수 없고 위치로만 알 수 있다.
"""

import math

import numpy as np
import torch
from torch import nn

from efficient_attention import band
from positions import Alibi, Learned, NoPosition, RelativeBias, Rope, Sinusoidal
from progress import progress

METHODS = ("없음", "사인", "학습한 표", "상대 편향", "ALiBi", "RoPE")
VOCABULARY, WIDTH, N_HEADS, REACH = 8, 32, 4, 8


class OneLayer(nn.Module):
    """causal attention 한 층. 위치는 `positions.py`의 방법 하나가 넣는다.

    method: METHODS의 하나. longest: 시험할 가장 긴 길이(학습한 표의 크기).
    """

    def __init__(self, method, longest):
        super().__init__()
        self.embedding = nn.Embedding(VOCABULARY, WIDTH)
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv, self.output = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.ffn = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))
        self.head = nn.Linear(WIDTH, VOCABULARY)
        shape = {"학습한 표": (longest, WIDTH), "상대 편향": (N_HEADS, 2 * REACH + 1)}.get(method, (0,))
        self.table = nn.Parameter(torch.randn(shape) if method == "학습한 표" else torch.zeros(shape))
        self.scheme = {
            "없음": NoPosition, "사인": Sinusoidal, "학습한 표": lambda: Learned(self.table),
            "상대 편향": lambda: RelativeBias(self.table), "ALiBi": lambda: Alibi(N_HEADS), "RoPE": Rope,
        }[method]()  # fmt: skip

    def forward(self, tokens, window=None):
        """tokens: (B, T) 정수. window를 주면 자기를 넣어 가까운 window개만 본다. 반환: (B, T, VOCABULARY)."""
        added, turning, bias = self.position_parts(tokens.shape[1])
        x = self.embedding(tokens) + added  # (B, T, D)
        Q, K, V = self.qkv(self.norm1(x)).unflatten(-1, (3, N_HEADS, -1)).permute(2, 0, 3, 1, 4)  # 각각 (B, H, T, Dh)
        Q, K = (torch.einsum("bhti,tij->bhtj", part, turning) for part in (Q, K))  # 각각 (B, H, T, Dh)
        scores = Q @ K.mT / math.sqrt(Q.shape[-1]) + bias  # (B, H, T, T)
        places = np.arange(tokens.shape[1])  # (T,)
        seen = torch.from_numpy(band(places, places, causal=True, window=window))  # (T, T)
        weights = scores.masked_fill(~seen, -math.inf).softmax(dim=-1)  # (B, H, T, T)
        x = x + self.output((weights @ V).transpose(1, 2).flatten(2))  # (B, T, D)
        return self.head(x + self.ffn(self.norm2(x)))  # (B, T, VOCABULARY)

    def position_parts(self, T):
        """방법이 넣는 셋: 더할 것 (T, D), 자리마다 곱할 회전 행렬 (T, Dh, Dh), 점수에 더할 것 (H, T, T)."""
        places, Dh = np.arange(T), WIDTH // N_HEADS
        blank = torch.zeros(T, WIDTH) if isinstance(self.scheme, Learned) else np.zeros((T, WIDTH))
        axes = np.broadcast_to(np.eye(Dh)[:, None], (Dh, T, Dh))  # 축마다 돌려 보면 회전 행렬의 행이 나온다
        parts = self.scheme.add(blank, places), self.scheme.turn(axes, places), self.scheme.bias(places, places)
        added, turned, bias = (part if torch.is_tensor(part) else torch.tensor(part, dtype=torch.float32) for part in parts)
        return added, turned.transpose(0, 1), bias


def previous_token(n, T, generator):
    """token (n, T)과 답 (n, T). 첫 자리는 앞이 없으므로 답을 -100으로 두어 손실에서 뺀다."""
    tokens = torch.randint(VOCABULARY, (n, T), generator=generator)  # (n, T)
    return tokens, torch.cat([torch.full((n, 1), -100), tokens[:, :-1]], dim=1)  # (n, T), (n, T)


def trained(method, seed, length, longest, steps=250):
    """길이 length에서 학습한 모델."""
    torch.manual_seed(seed)
    generator = torch.Generator().manual_seed(seed)
    model = OneLayer(method, longest)
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    for _ in range(steps):
        tokens, answers = previous_token(32, length, generator)
        loss = nn.functional.cross_entropy(model(tokens).flatten(0, 1), answers.flatten(), ignore_index=-100)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return model


def accuracy_by_place(model, T, seed=0, window=None):
    """길이 T인 새 입력 256개에서 자리마다 맞힌 비율. 반환: (T - 1,), 첫 자리는 뺀다."""
    tokens, answers = previous_token(256, T, torch.Generator().manual_seed(1000 + seed))
    with torch.no_grad():
        right = model(tokens, window).argmax(dim=-1) == answers  # (n, T)
    return right[:, 1:].float().mean(dim=0).numpy()  # (T - 1,)


def trained_models(methods=METHODS, seeds=(0, 1, 2), length=16, longest=64):
    """방법과 seed마다 학습한 모델. 반환: 방법 -> seed 차례의 모델 목록."""
    models = {method: [] for method in methods}
    for method, seed in progress([(method, seed) for method in methods for seed in seeds], "학습"):
        models[method].append(trained(method, seed, length, longest))
    return models
