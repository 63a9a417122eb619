"""점수에 실수를 더하는 attention: 거리처럼 두 token 사이에서 나온 수가 가중치를 정하게 한다.

실습의 `MultiHeadAttention`과 `AttentionBlock`에서 파라미터와 head를 나누는 법을 물려받는다. query와 key·value가 다른 입력에서
나올 수 있으므로 cross-attention에도 그대로 쓴다.
"""

import math

import torch
from torch import nn
from torch.nn import functional as F

from attention_block import AttentionBlock, MultiHeadAttention


class BiasedAttention(MultiHeadAttention):
    """softmax(Q K^T / sqrt(Dh) + bias) V."""

    def forward(self, x, context, bias):
        """x: (B, T, D_model), context: (B, S, D_model), bias: (B, H, T, S). bias가 -inf인 key는 보지 않는다.

        query마다 유한한 bias가 하나는 있어야 한다. 반환: (B, T, D_model).
        """
        Q = self.split_heads(self.query(x))  # (B, H, T, Dh)
        K = self.split_heads(self.key(context))  # (B, H, S, Dh)
        V = self.split_heads(self.value(context))  # (B, H, S, Dh)
        heads = F.scaled_dot_product_attention(Q, K, V, attn_mask=bias)  # (B, H, T, Dh)
        return self.output(self.merge_heads(heads))  # (B, T, D_model)


class BiasedBlock(AttentionBlock):
    """`AttentionBlock`에서 attention만 바꾼 것. context에 x를 주면 self-attention이다."""

    def __init__(self, d_model, n_heads):
        super().__init__(d_model, n_heads, 2 * d_model)
        self.attention = BiasedAttention(d_model, n_heads)

    def forward(self, x, context, bias):
        """x: (B, T, D_model), context: (B, S, D_model), bias: (B, H, T, S). 반환: (B, T, D_model)."""
        h = x + self.attention(self.norm1(x), self.norm1(context), bias)  # (B, T, D_model)
        return h + self.feed_forward(self.norm2(h))  # (B, T, D_model)


class DistanceBias(nn.Module):
    """거리를 head마다의 bias로 바꾼다. 맨 뒤에 빈 key 하나를 덧붙이고 그 bias는 0으로 둔다.

    softmax는 key의 수를 잊는다. 값이 0인 빈 key가 있으면 가까운 key가 적을 때 가중치가 그리로 가므로, 수가 출력에 남는다.
    """

    def __init__(self, n_heads, nearest, farthest, n_bumps=24):
        super().__init__()
        centers = torch.linspace(nearest, farthest, n_bumps)  # (M,)
        self.register_buffer("centers", centers)
        self.width = (farthest - nearest) / (n_bumps - 1)
        self.mix = nn.Linear(n_bumps, n_heads)

    def forward(self, distances, seen):
        """distances: (B, T, S), seen: (B, T, S) boolean. 반환: (B, H, T, S+1)."""
        bumps = torch.exp(-(((distances[..., None] - self.centers) / self.width) ** 2))  # (B, T, S, M)
        bias = self.mix(bumps).masked_fill(~seen[..., None], -math.inf)  # (B, T, S, H)
        return F.pad(bias.movedim(-1, 1), (0, 1))  # (B, H, T, S+1)


def with_empty_key(x, empty):
    """token 뒤에 빈 key를 붙인다: (B, S, D_model)과 (D_model,) -> (B, S+1, D_model)."""
    return torch.cat([x, empty.expand(x.shape[0], 1, -1)], dim=1)
