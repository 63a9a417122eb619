"""encoder와 decoder를 실습의 부품으로 쌓는다. LayerNorm을 두는 자리(pre-norm, post-norm)를 고른다.

관례는 attention_block.py와 같다: 입력은 (B, T, D_model), boolean mask는 True인 자리의 key를 볼 수 있다는 뜻이다.
decoder가 보는 encoder의 출력은 memory (B, S, D_model)이다.
"""

import torch
from torch import nn

from attention_block import AttentionBlock, MultiHeadAttention, causal_mask, check_input, check_mask, parameter_pairs


class CrossAttention(MultiHeadAttention):
    """query는 x에서, key와 value는 memory에서 나오는 attention [Vaswani 외 2017, 3.2.3절]."""

    def forward(self, x, memory, memory_padding_mask=None):
        """x: (B, T, D_model), memory: (B, S, D_model). memory_padding_mask: (B, S) boolean, 실제 token이면 True다.

        반환: 출력 (B, T, D_model)과 가중치 (B, H, T, S). 모양, dtype, device가 맞지 않으면 ValueError를 낸다.
        """
        check_input(x, self.query.weight)
        check_input(memory, self.key.weight)
        seen = None
        if memory_padding_mask is not None:
            check_mask("memory_padding_mask", memory_padding_mask, memory.device)
            if memory_padding_mask.shape != memory.shape[:2]:
                raise ValueError(
                    f"memory_padding_mask의 모양은 {tuple(memory_padding_mask.shape)}이다. "
                    f"memory {tuple(memory.shape)}의 앞 두 축과 같게 token마다 하나씩 준다."
                )
            seen = memory_padding_mask[:, None, None, :]  # (B, 1, 1, S)
        Q = self.split_heads(self.query(x))  # (B, H, T, Dh)
        K = self.split_heads(self.key(memory))  # (B, H, S, Dh)
        V = self.split_heads(self.value(memory))  # (B, H, S, Dh)
        weights = self.weigh(Q, K, seen)  # (B, H, T, S)
        return self.output(self.merge_heads(self.dropout(weights) @ V)), weights  # (B, T, D_model), (B, H, T, S)


class EncoderBlock(AttentionBlock):
    """LayerNorm의 자리를 고르는 encoder block [Xiong 외 2020, 그림 1].

        pre-norm:  y = x + F(LN(x))        post-norm:  y = LN(x + F(x))

    norm_first: True이면 pre-norm이다. 나머지 인자는 `AttentionBlock`과 같다.
    """

    def __init__(self, *sizes, norm_first=True, **options):
        super().__init__(*sizes, **options)
        self.norm_first = norm_first

    def forward(self, x, attn_mask=None, key_padding_mask=None):
        """x: (B, T, D_model) -> (B, T, D_model). mask와 오류는 `MultiHeadAttention.forward`와 같다."""
        x = self.around(x, self.norm1, lambda h: self.attention(h, attn_mask, key_padding_mask)[0])  # (B, T, D_model)
        return self.around(x, self.norm2, self.feed_forward)  # (B, T, D_model)

    def around(self, x, norm, sublayer):
        """sub-layer에 residual connection과 LayerNorm을 두른다."""
        if self.norm_first:
            return x + self.dropout(sublayer(norm(x)))
        return norm(x + self.dropout(sublayer(x)))

    def load(self, layer):
        """같은 크기의 PyTorch encoder 층에서 파라미터를 옮기고 자기를 낸다."""
        with torch.no_grad():
            for own, theirs in parameter_pairs(self, layer):
                own.copy_(theirs)
        return self


class DecoderBlock(EncoderBlock):
    """causal self-attention, cross-attention, FFN의 세 sub-layer를 둔 decoder block [Vaswani 외 2017, 3.1절]."""

    def __init__(self, d_model, n_heads, d_ff, norm_first=True, **options):
        super().__init__(d_model, n_heads, d_ff, norm_first=norm_first, **options)
        self.cross = CrossAttention(d_model, n_heads, self.dropout.p)
        self.norm_cross = nn.LayerNorm(d_model)

    def forward(self, x, memory, key_padding_mask=None, memory_padding_mask=None):
        """x: (B, T, D_model), memory: (B, S, D_model) -> (B, T, D_model). causal mask는 스스로 만든다."""
        mask = causal_mask(x.shape[1], x.device)  # (T, T)
        x = self.around(x, self.norm1, lambda h: self.attention(h, mask, key_padding_mask)[0])  # (B, T, D_model)
        x = self.around(x, self.norm_cross, lambda h: self.cross(h, memory, memory_padding_mask)[0])  # (B, T, D_model)
        return self.around(x, self.norm2, self.feed_forward)  # (B, T, D_model)

    def load(self, layer):
        """같은 크기의 `nn.TransformerDecoderLayer`에서 파라미터를 옮긴다. 그 층의 norm2가 cross-attention의 것이다."""
        pairs = [(self.norm1, layer.norm1), (self.norm_cross, layer.norm2), (self.norm2, layer.norm3)]
        pairs += [(self.expand, layer.linear1), (self.contract, layer.linear2)]
        with torch.no_grad():
            for attention, theirs in ((self.attention, layer.self_attn), (self.cross, layer.multihead_attn)):
                pairs.append((attention.output, theirs.out_proj))
                for kind in ("weight", "bias"):
                    stacked = getattr(theirs, f"in_proj_{kind}").chunk(3)  # query, key, value를 쌓은 것
                    for linear, part in zip((attention.query, attention.key, attention.value), stacked, strict=True):
                        getattr(linear, kind).copy_(part)
            for own, theirs in pairs:
                own.weight.copy_(theirs.weight)
                own.bias.copy_(theirs.bias)
        return self


class Stack(nn.Module):
    """block을 차례로 지난다. pre-norm이면 마지막에 LayerNorm을 하나 더 둔다: 흐름이 한 번도 정규화되지 않았기 때문이다."""

    def __init__(self, blocks):
        super().__init__()
        self.blocks = nn.ModuleList(blocks)
        first = self.blocks[0]
        self.norm = nn.LayerNorm(first.norm1.normalized_shape) if first.norm_first else nn.Identity()

    def forward(self, x, *context, **masks):
        """(B, T, D_model) -> (B, T, D_model). 나머지 인자는 block마다 그대로 넘긴다."""
        for block in self.blocks:
            x = block(x, *context, **masks)  # (B, T, D_model)
        return self.norm(x)


class EncoderDecoder(nn.Module):
    """encoder의 출력을 decoder가 cross-attention으로 보는 구조. embedding과 출력층은 밖에 둔다."""

    def __init__(self, n_layers, *sizes, norm_first=True, **options):
        super().__init__()
        self.encoder = Stack(EncoderBlock(*sizes, norm_first=norm_first, **options) for _ in range(n_layers))
        self.decoder = Stack(DecoderBlock(*sizes, norm_first=norm_first, **options) for _ in range(n_layers))

    def forward(self, source, target, source_padding_mask=None):
        """source: (B, S, D_model), target: (B, T, D_model) -> (B, T, D_model)."""
        memory = self.encoder(source, key_padding_mask=source_padding_mask)  # (B, S, D_model)
        return self.decoder(target, memory, memory_padding_mask=source_padding_mask)  # (B, T, D_model)


def xavier(module):
    """행렬을 Xavier 균등 분포로, bias를 0으로 다시 채우고 module을 낸다 [Glorot·Bengio 2010]."""
    for part in module.modules():
        if isinstance(part, nn.Linear):
            nn.init.xavier_uniform_(part.weight)
            if part.bias is not None:
                nn.init.zeros_(part.bias)
    return module
