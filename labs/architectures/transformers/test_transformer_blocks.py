"""transformer_blocks.py의 test다. PyTorch의 층과 같은 값을 내는지, 볼 수 있는 것만 보는지 확인한다.

    pytest test_transformer_blocks.py
"""

import itertools

import pytest
import torch
from torch import nn

from test_attention_block import changed_positions, gap, perturb, random_input, randomize
from transformer_blocks import CrossAttention, DecoderBlock, EncoderBlock, EncoderDecoder, Stack, xavier

B, T, S, D, H, F = 2, 5, 7, 12, 3, 20
REAL = torch.tensor([[True] * S, [True] * 4 + [False] * 3])  # (B, S)
NORMS = pytest.mark.parametrize("norm_first", [True, False])


def options(norm_first):
    return {"dropout": 0.0, "batch_first": True, "norm_first": norm_first}


def hidden(T):
    """PyTorch의 causal mask: True가 가림이다."""
    return torch.ones(T, T, dtype=torch.bool).triu(1)


def inputs(seed=1):
    """source (B, S, D)와 target (B, T, D)."""
    return random_input(B, S, D, seed=seed), random_input(B, T, D, seed=seed + 1)


@NORMS
@pytest.mark.parametrize("train", [True, False])
def test_encoder_block_agrees_with_torch(norm_first, train):
    """두 자리와 두 모드에서 같은 값을 낸다. 대조: 다른 자리의 block은 다른 값을 낸다."""
    layer = randomize(nn.TransformerEncoderLayer(D, H, F, **options(norm_first))).train(train)
    block, other = (EncoderBlock(D, H, F, norm_first=place).load(layer).train(train) for place in (norm_first, not norm_first))
    x, _ = inputs()
    expected = layer(x, src_key_padding_mask=~REAL)
    difference = gap(block(x, key_padding_mask=REAL), expected)
    assert difference < 1e-5, f"norm_first={norm_first}에서 PyTorch와 {difference:.2g} 다르다. LayerNorm의 자리를 본다."
    assert gap(other(x, key_padding_mask=REAL), expected) > 1e-2, "대조가 서지 않는다: 자리를 바꾸어도 같다."


@NORMS
@pytest.mark.parametrize("train", [True, False])
def test_decoder_block_agrees_with_torch(norm_first, train):
    layer = randomize(nn.TransformerDecoderLayer(D, H, F, **options(norm_first))).train(train)
    block = DecoderBlock(D, H, F, norm_first=norm_first).load(layer).train(train)
    memory, x = inputs()
    expected = layer(x, memory, tgt_mask=hidden(T), memory_key_padding_mask=~REAL)
    difference = gap(block(x, memory, memory_padding_mask=REAL), expected)
    assert difference < 1e-5, f"norm_first={norm_first}에서 PyTorch와 {difference:.2g} 다르다. cross-attention의 LayerNorm을 본다."
    assert gap(block(x, memory), expected) > 1e-3, "대조가 서지 않는다: padding mask가 없어도 같다."


@NORMS
def test_encoder_decoder_agrees_with_torch(norm_first):
    """층을 쌓은 것도 같다. pre-norm에서는 마지막 LayerNorm까지 같아야 한다."""
    ours = randomize(EncoderDecoder(2, D, H, F, norm_first=norm_first))
    final = nn.LayerNorm(D) if norm_first else None
    encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(D, H, F, **options(norm_first)), 2, final, enable_nested_tensor=False)
    final = nn.LayerNorm(D) if norm_first else None
    decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(D, H, F, **options(norm_first)), 2, final)
    for theirs, stack in ((encoder, ours.encoder), (decoder, ours.decoder)):
        randomize(theirs, seed=3)
        for block, layer in zip(stack.blocks, theirs.layers, strict=True):
            block.load(layer)
        if norm_first:
            stack.norm.load_state_dict(theirs.norm.state_dict())
    source, target = inputs()
    memory = encoder(source, src_key_padding_mask=~REAL)
    expected = decoder(target, memory, tgt_mask=hidden(T), memory_key_padding_mask=~REAL)
    assert gap(ours(source, target, REAL), expected) < 1e-5


@NORMS
@pytest.mark.parametrize("train", [True, False])
def test_decoder_sees_its_past_and_the_whole_source(norm_first, train):
    """target의 위치 2를 바꾸면 그 뒤만, source의 어느 자리를 바꾸어도 모두 바뀐다. PAD인 source는 아무것도 바꾸지 않는다."""
    model = randomize(EncoderDecoder(2, D, H, F, norm_first=norm_first)).train(train)
    source, target = inputs()
    before = model(source, target, REAL)
    seen = changed_positions(before, model(source, perturb(target, 2), REAL), 1e-6)
    assert seen == [2, 3, 4], f"target의 위치 2를 바꾸자 {seen}이 바뀌었다(기대: [2, 3, 4]). decoder의 causal mask를 본다."
    assert changed_positions(before, model(perturb(source, 6), target, REAL), 1e-6) == [0, 1, 2, 3, 4]
    pads = model(perturb(source, 6), target, REAL)[1]
    assert torch.equal(pads, before[1]), "둘째 문장의 PAD를 바꾸었는데 출력이 바뀌었다. memory의 padding mask를 본다."
    assert gap(model(perturb(source, 6), target)[1], model(source, target)[1]) > 1e-4, "대조: mask가 없으면 바뀐다."


def test_cross_attention_weights():
    """가중치는 (B, H, T, S)이고 행의 합은 1, PAD의 몫은 0이다."""
    memory, x = inputs()
    weights = randomize(CrossAttention(D, H))(x, memory, REAL)[1]
    assert weights.shape == (B, H, T, S) and torch.allclose(weights.sum(-1), torch.ones(B, H, T))
    assert (weights[1, :, :, 4:] == 0).all() and (weights[0] > 0).all()


@NORMS
def test_final_norm_is_there_exactly_for_pre_norm(norm_first):
    """pre-norm은 마지막 LayerNorm이 크기를 되돌리고, post-norm은 이미 맞아 있어 두지 않는다."""
    torch.manual_seed(0)
    stack = xavier(Stack(EncoderBlock(D, H, F, norm_first=norm_first) for _ in range(6)))
    x, _ = inputs()
    assert isinstance(stack.norm, nn.LayerNorm) == norm_first
    inside = x
    for block in stack.blocks:
        inside = block(inside)
    grown = inside.square().mean().sqrt().item()
    assert (grown > 1.5) == norm_first, f"마지막 block의 출력의 크기가 {grown:.2f}이다."
    assert abs(stack(x).square().mean().sqrt().item() - 1) < 0.01


def test_every_layer_is_registered():
    """층을 Python list에 두면 파라미터로 등록되지 않는다(실수 23)."""
    one, three = (sum(p.numel() for p in EncoderDecoder(n, D, H, F, norm_first=False).parameters()) for n in (1, 3))
    assert three == 3 * one, f"층 셋의 파라미터가 {three}개, 하나가 {one}개다(기대: 세 배). nn.ModuleList에 둔다."


def test_gradients_agree_with_finite_differences():
    for norm_first, kind in itertools.product((True, False), (EncoderBlock, DecoderBlock)):
        block = randomize(kind(4, 2, 6, norm_first=norm_first)).double()
        arguments = [random_input(1, 3, 4, seed=s, dtype=torch.float64).requires_grad_() for s in range(1 + (kind is DecoderBlock))]
        assert torch.autograd.gradcheck(block, arguments)


def test_xavier_fills_matrices_within_the_bound():
    linear = xavier(nn.Linear(30, 50))
    bound = (6 / 80) ** 0.5
    assert (linear.bias == 0).all() and 0.9 * bound < linear.weight.abs().max() <= bound


@pytest.mark.parametrize(
    ("mask", "words"), [(REAL.float(), "boolean"), (REAL[:, :4], "(2, 4)"), (REAL.T, "(7, 2)")], ids=["실수", "짧은 것", "뒤집힌 것"]
)
def test_misuse_is_refused_in_korean(mask, words):
    memory, x = inputs()
    with pytest.raises(ValueError, match="memory_padding_mask") as error:
        CrossAttention(D, H)(x, memory, mask)
    assert words in str(error.value)
