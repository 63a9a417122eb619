"""attention_block.py의 test다. 앞의 여섯은 실습이 요구하는 것, 나머지는 block의 성질이다.

    pytest test_attention_block.py

실패 메시지는 무엇을 보았는지, 무엇을 기대했는지, 어디가 의심스러운지를 차례로 적는다.
입력은 softmax가 포화하지 않을 만큼 작게, B·T·H·Dh는 서로 다르게 잡는다. 포화한 입력은 빠진 배율을 숨기고,
같은 길이는 뒤바뀐 축을 숨긴다.
"""

import math

import torch
from torch import nn

from attention_block import AttentionBlock, causal_mask


def randomize(module, seed=0):
    """모든 파라미터를 난수로 채운다. PyTorch의 초깃값은 bias가 0, LayerNorm이 1이어서 서로 뒤바뀌어도 드러나지 않는다."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, p in module.named_parameters():
            noise = torch.randn(p.shape, generator=generator, dtype=torch.float64)
            if p.ndim == 2:
                p.copy_(noise / math.sqrt(p.shape[1]))
            else:
                p.copy_(0.3 * noise + ("norm" in name and name.endswith("weight")))
    return module


def random_layer(d_model=12, n_heads=3, d_ff=20, seed=0, **options):
    """파라미터를 난수로 채운 nn.TransformerEncoderLayer."""
    options = {"dropout": 0.0, "batch_first": True, "norm_first": True, **options}
    return randomize(nn.TransformerEncoderLayer(d_model, n_heads, d_ff, **options), seed)


def random_block(d_model=12, n_heads=3, d_ff=20, seed=0, **options):
    """파라미터를 난수로 채운 AttentionBlock."""
    return randomize(AttentionBlock(d_model, n_heads, d_ff, **options), seed)


def random_input(*shape, seed=1, dtype=torch.float32):
    """표준정규 입력. 전역 난수 상태를 건드리지 않는다."""
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64).to(dtype)


def reference(layer, x, attn_mask=None, key_padding_mask=None):
    """PyTorch의 layer를 이 책의 mask로 부른다. PyTorch에서는 True가 가림이므로 여기서 뒤집는다."""
    flip = [None if mask is None else ~mask for mask in (attn_mask, key_padding_mask)]
    return layer(x, src_mask=flip[0], src_key_padding_mask=flip[1])


def silence(linear):
    """Linear가 언제나 0을 내게 한다."""
    nn.init.zeros_(linear.weight)
    nn.init.zeros_(linear.bias)


def gap(a, b):
    """두 텐서의 가장 큰 차이."""
    return (a - b).abs().max().item()


def perturb(x, position):
    """token 하나를 새 난수로 바꾼 사본. 모든 특징에 같은 수를 더하면 LayerNorm이 그 수를 지워 test가 아무것도 보지 못한다."""
    moved = x.clone()
    moved[:, position] = random_input(*x[:, position].shape, seed=9)
    return moved


def changed_positions(before, after, threshold=0.0):
    """어느 batch에서든 출력이 threshold보다 크게 바뀐 위치의 목록: (B, T, D_model) 두 개 -> list."""
    return ((before - after).abs().amax((0, 2)) > threshold).nonzero().flatten().tolist()


# ---- 실습이 요구하는 여섯 ----


def test_shape_and_parameter_count():
    """출력은 (3, 9, 32)이고 파라미터는 PyTorch와 똑같이 8544개다."""
    block, layer = AttentionBlock(32, 4, 64), random_layer(32, 4, 64)
    ours, theirs = (sum(p.numel() for p in module.parameters()) for module in (block, layer))
    likely = "d_ff를 쓰지 않았거나 층이 더 있는" if ours > theirs else "층을 빠뜨렸거나 Python list에 두어 등록하지 않은"
    assert ours == theirs == 8544, f"파라미터가 {ours}개다(기대: PyTorch와 같은 8544개). {likely} 듯하다."
    shape = tuple(block(random_input(3, 9, 32)).shape)
    assert shape == (3, 9, 32), f"출력의 모양이 {shape}이다(기대: 입력과 같은 (3, 9, 32)). head를 합치는 축을 확인한다."


def test_parity_without_mask():
    """같은 파라미터를 옮긴 PyTorch의 layer와 1e-5 안에서 같다."""
    layer, x = random_layer(32, 4, 64), random_input(3, 9, 32)
    difference = gap(AttentionBlock.from_torch(layer)(x), reference(layer, x))
    assert difference < 1e-5, (
        f"PyTorch와의 차이가 {difference:.2g}이다(기대: 1e-5 미만). 아래의 성질 test가 모두 통과하면 "
        "norm1과 norm2를 바꾸어 썼거나 한쪽을 두 번 썼는지 본다."
    )


def test_parity_causal():
    """causal mask를 걸어도 PyTorch와 같다. 기준 mask는 이 test가 따로 만든다."""
    layer, x, T = random_layer(32, 4, 64), random_input(3, 9, 32), 9
    lower = torch.arange(T)[:, None] >= torch.arange(T)  # (T, T)
    difference = gap(AttentionBlock.from_torch(layer)(x, attn_mask=causal_mask(T)), reference(layer, x, lower))
    assert difference < 1e-5, (
        f"causal mask에서 PyTorch와의 차이가 {difference:.2g}이다(기대: 1e-5 미만). mask 없이는 같다면 "
        "causal_mask가 대각선을 빠뜨렸는지(s < t) 한 칸 넘겼는지(s <= t + 1) 본다."
    )


def test_causal_perturbation():
    """위치 4를 흔들면 위치 4부터만 바뀐다. 대조: mask가 없으면 모든 위치가 바뀐다."""
    block, x, T = random_block(), random_input(2, 7, 12), 7
    moved = perturb(x, 4)
    control = changed_positions(block(x), block(moved), threshold=1e-3)
    assert control == list(range(T)), f"대조가 서지 않는다: mask가 없는데 바뀐 위치가 {control}뿐이다."
    changed = changed_positions(block(x, causal_mask(T)), block(moved, causal_mask(T)))
    leaks = min(changed, default=T) < 4
    likely = "mask의 True와 False를 거꾸로 읽었거나 미래를 열어 둔" if leaks else "볼 수 있는 key까지 가린"
    assert changed == [4, 5, 6], f"위치 4를 흔들자 {changed}의 출력이 바뀌었다(기대: [4, 5, 6]). {likely} 듯하다."


def test_padding_perturbation():
    """PAD의 내용은 실제 token의 출력을 바꾸지 않는다. 대조: mask가 없으면 0 embedding인 PAD도 출력을 바꾼다."""
    block, real = random_block(), torch.tensor([[True] * 7, [True] * 4 + [False] * 3])  # (B, T)
    x = random_input(2, 7, 12) * real[..., None]  # PAD 자리는 0이다
    moved = torch.where(real[..., None], x, random_input(2, 7, 12, seed=2))
    control = gap(block(x)[real], block(moved)[real])
    assert control > 1e-3, f"대조가 서지 않는다: mask가 없는데 실제 token의 출력이 {control:.2g}밖에 바뀌지 않았다."
    leak = gap(block(x, key_padding_mask=real)[real], block(moved, key_padding_mask=real)[real])
    assert leak == 0, (
        f"PAD를 바꾸자 실제 token의 출력이 {leak:.2g} 바뀌었다(기대: 정확히 0). key_padding_mask를 query 축이 아니라 "
        "key 축에 걸었는지, 0/1 mask를 점수에 더하기만 하지 않았는지 본다."
    )


def test_gradients():
    """float64에서 입력과 모든 파라미터의 gradient가 유한차분과 같고, key의 bias만 빼고 0이 아니다.

    key의 bias b는 query q의 점수를 모두 q·b만큼 옮긴다. softmax는 행에 더한 상수를 지우므로 그 gradient는 언제나 0이다.
    """
    block = random_block(8, 2, 10, activation="gelu").double()  # relu는 꺾인 점에서 유한차분이 어긋난다
    x = random_input(2, 5, 8, dtype=torch.float64).requires_grad_()
    real = torch.tensor([[True] * 5, [True] * 3 + [False] * 2])  # (B, T)
    names, parameters = zip(*block.named_parameters(), strict=True)

    def run(x, *values):
        return torch.func.functional_call(block, dict(zip(names, values, strict=True)), (x, causal_mask(5), real))

    assert torch.autograd.gradcheck(run, (x, *parameters), raise_exception=False), (
        "gradient가 유한차분과 다르다(기대: 상대 오차 1e-3 안). detach, .data, no_grad가 계산 그래프를 끊었는지 본다."
    )
    (run(x, *parameters) * random_input(2, 5, 8, seed=3, dtype=torch.float64)).sum().backward()
    still = [name for name, p in block.named_parameters() if p.grad is None or p.grad.abs().max() < 1e-9]
    assert still == ["attention.key.bias"], (
        f"gradient가 0인 파라미터가 {still}이다(기대: attention.key.bias 하나). 더 있으면 쓰이지 않은 층이 있고, "
        "key의 bias가 빠지면 softmax를 key 축에서 하지 않은 것이다."
    )


# ---- block의 성질 ----


def test_single_token_takes_the_value_path():
    """token이 하나면 가중치는 1이고 attention은 output(value(x))이다. 점수에 관한 실수는 여기 나타나지 않는다."""
    attention, x = random_block().attention, random_input(2, 1, 12)
    difference = gap(attention(x)[0], attention.output(attention.value(x)))
    assert difference < 1e-5, (
        f"token이 하나인데 output(value(x))와 {difference:.2g} 다르다(기대: 1e-5 미만). value 자리에 key나 query의 사영을 썼는지 본다."
    )


def test_scores_are_divided_by_sqrt_head_width():
    """가중치의 로그에서 점수를 나눈 수를 되짚으면 sqrt(Dh)다."""
    attention, x, D, H = random_block(d_model=12, n_heads=3).attention, random_input(2, 5, 12), 12, 3
    Q, K = (linear(x).reshape(2, 5, H, D // H) for linear in (attention.query, attention.key))  # (B, T, H, Dh)
    raw = torch.einsum("bthd,bshd->bhts", Q, K)  # (B, H, T, T), 나누기 전의 점수
    log_weights = attention(x)[1].log()  # (B, H, T, T)
    raw, log_weights = (a - a.mean(-1, keepdim=True) for a in (raw, log_weights))  # softmax가 지운 행마다의 상수를 뺀다
    divisor = ((raw * raw).sum() / (raw * log_weights).sum()).item()  # log_weights = raw / divisor의 최소제곱 해
    causes = {"나누지 않은": 1, "sqrt(D_model)로 나눈": D**0.5, "sqrt 없이 Dh로 나눈": D / H, "나누지 않고 곱한": (H / D) ** 0.5}
    likely = min(causes, key=lambda cause: abs(math.log(abs(divisor) / causes[cause])))
    assert abs(divisor - math.sqrt(D / H)) < 1e-3, (
        f"점수를 나눈 수가 {divisor:.3f}이다(기대: sqrt(Dh) = {math.sqrt(D / H):.3f}). {likely} 듯하다."
    )


def test_heads_do_not_mix_positions():
    """모두에게 가린 token 2를 흔들면 위치 2의 출력만 바뀐다. 끝이 아닌 가운데라 head 축과 길이 축의 혼동이 드러난다."""
    block, x, mask = random_block(), random_input(2, 5, 12), torch.ones(5, 5, dtype=torch.bool)
    moved = perturb(x, 2)
    assert len(changed_positions(block(x), block(moved), 1e-3)) == 5, "대조가 서지 않는다: 가리지 않아도 바뀌지 않는다."
    mask[:, 2] = False
    changed = changed_positions(block(x, mask), block(moved, mask))
    assert changed == [2], (
        f"아무도 보지 않는 token 2를 흔들자 {changed}의 출력이 바뀌었다(기대: [2]). head를 나누거나 합칠 때 "
        "transpose 없이 reshape하면 위치가 섞인다."
    )


def test_weights_of_each_query_sum_to_one():
    """query마다 가중치의 합이 1이고 음수가 없다. mask가 있어도 같다."""
    attention, x = random_block().attention, random_input(2, 5, 12)
    causes = {"softmax를 key 축(마지막 축)에서 하지 않은": None, "mask를 softmax 뒤에 곱하고 다시 나누지 않은": causal_mask(5)}
    for likely, mask in causes.items():
        weights = attention(x, mask)[1]  # (B, H, T, T)
        off = gap(weights.sum(-1), torch.ones(()))
        assert off < 1e-5 and weights.min() >= 0, (
            f"mask가 {'없을' if mask is None else '있을'} 때 가중치의 합이 1에서 {off:.2g} 벗어난다(기대: 1e-5 미만). {likely} 듯하다."
        )


def test_masks_combine_with_and():
    """두 mask를 함께 주면 둘 다 True인 key만 0보다 큰 가중치를 받는다."""
    attention, x = random_block().attention, random_input(2, 5, 12)
    real = torch.tensor([[True] * 5, [True] * 3 + [False] * 2])  # (B, T)
    both = (causal_mask(5) & real[:, None, :])[:, None].expand(2, 3, 5, 5)  # (B, H, T, T)
    wrong = ((attention(x, causal_mask(5), real)[1] > 0) != both).sum().item()
    assert wrong == 0, (
        f"가중치가 0보다 큰 자리와 두 mask의 AND가 {wrong}곳에서 다르다(기대: 0곳). '볼 수 있다'끼리는 OR가 아니라 AND로 합친다."
    )


def test_silent_sublayers_leave_input_alone():
    """두 sub-layer의 마지막 Linear를 0으로 하면 block은 항등 함수다. residual의 길에는 LayerNorm이 없다."""
    block, x = random_block(), 3 * random_input(2, 5, 12) + 1
    silence(block.attention.output)
    silence(block.contract)
    y = block(x)
    likely = "residual connection(x + ...)이 빠진" if y.abs().max() < 1e-6 else "residual의 길에 LayerNorm을 둔(post-norm)"
    assert torch.equal(y, x), f"sub-layer가 0을 내는데 출력이 입력과 {gap(y, x):.2g} 다르다(기대: 0). {likely} 듯하다."


def test_sublayers_read_normalised_input():
    """입력을 8배 해도 두 sub-layer가 더하는 값은 같다. LayerNorm이 배율을 지우기 때문이다(eps = 0)."""
    for silent, name in (("contract", "attention"), ("attention.output", "FFN")):
        block, x = random_block(eps=0.0), random_input(2, 5, 12)
        silence(block.get_submodule(silent))  # 다른 sub-layer는 끈다
        difference = gap(block(8 * x) - 8 * x, block(x) - x)
        assert difference < 1e-4, (
            f"입력을 8배 하자 {name}이 더하는 값이 {difference:.2g} 바뀌었다(기대: 1e-4 미만). {name} 앞의 LayerNorm이 빠진 듯하다."
        )


def test_causality_of_gradient():
    """지난 출력의 gradient는 미래 입력에 닿지 않는다. 대조: mask가 없으면 닿는다."""
    block, x = random_block(), random_input(2, 7, 12).requires_grad_()
    future = {}
    for name, mask in (("control", None), ("causal", causal_mask(7))):
        (grad,) = torch.autograd.grad(block(x, mask)[:, :4].square().sum(), x)  # (B, T, D_model)
        future[name] = grad[:, 4:].abs().max().item()
    assert future["control"] > 1e-3, "대조가 서지 않는다: mask가 없는데 미래 입력의 gradient가 0이다."
    assert future["causal"] == 0, (
        f"위치 0-3의 출력에서 위치 4-6의 입력으로 gradient가 {future['causal']:.2g}만큼 흘렀다(기대: 정확히 0). "
        "mask가 미래 token을 적어도 하나 열어 둔다."
    )


def test_batch_of_one_equals_padded_batch():
    """문장을 혼자 넣어도, 긴 문장과 묶어 PAD를 채워도 출력이 같다. 대조: mask가 없으면 다르다."""
    block, lengths, T = random_block(), (7, 4, 2), 7
    x = random_input(3, T, 12)  # PAD 자리에는 잡음이 남아 있다
    real = torch.arange(T) < torch.tensor(lengths)[:, None]  # (B, T)
    together, unmasked = block(x, key_padding_mask=real), block(x)
    for b, length in enumerate(lengths):
        alone = block(x[b : b + 1, :length])[0]  # (length, D_model)
        difference = gap(together[b, :length], alone)
        assert difference < 1e-5, (
            f"길이 {length}인 문장을 묶자 출력이 {difference:.2g} 바뀌었다(기대: 1e-5 미만). PAD를 가렸다면 "
            "LayerNorm이 D_model이 아닌 축(길이, batch)까지 평균을 내는지 본다."
        )
        assert length == T or gap(unmasked[b, :length], alone) > 1e-3, "대조가 서지 않는다: mask가 없어도 같다."


def test_all_pad_row():
    """볼 key가 없는 행은 가중치와 가중합이 0이고, 어떤 gradient에도 NaN이 없다. 다른 문장은 그대로다."""
    block, x = random_block(), random_input(2, 5, 12)
    real = torch.tensor([[True] * 5, [False] * 5])  # (B, T)
    output, weights = block.attention(x, causal_mask(5), real)  # (B, T, D_model), (B, H, T, T)
    off = gap(weights[1], torch.zeros(())) + gap(output[1], block.attention.output.bias)
    likely = "-inf만 남은 행의 softmax는 0/0이다" if math.isnan(off) else "가장 작은 수만 남은 행의 softmax는 1/T이다"
    assert off < 1e-6, f"모두 가려진 행에서 0과의 차이가 {off:.2g}이다(기대: 가중치 0, 출력은 output.bias). {likely}."
    block(x, causal_mask(5), real)[0].square().sum().backward()  # 모두 가려진 문장은 손실에서 뺐다
    poisoned = [name for name, p in block.named_parameters() if not p.grad.isfinite().all()]
    assert not poisoned, f"모두 가려진 행을 손실에서 뺐는데도 NaN인 gradient가 있다: {poisoned}. 순방향의 NaN은 0을 곱해도 남는다."
    alone = gap(block(x, causal_mask(5), real)[0], block(x[:1], causal_mask(5))[0])
    assert alone < 1e-5, f"모두 가려진 문장 곁의 문장이 {alone:.2g} 바뀌었다(기대: 1e-5 미만). 행끼리 섞였는지 본다."


def test_dropout_only_in_train():
    """dropout은 train에서만, 가중치와 sub-layer의 출력에 모두 걸린다. eval의 출력은 dropout이 없는 block과 같다."""
    block, x = random_block(dropout=0.5), random_input(2, 5, 12)
    assert not torch.equal(block(x), block(x)), "train인데 두 번의 출력이 같다(기대: 다름). dropout이 쓰이지 않는다."
    all_dropped = random_block(dropout=1.0)
    residue = gap(all_dropped(x), x) + gap(all_dropped.attention(x)[0], all_dropped.attention.output.bias)
    assert residue == 0, f"모두 지우는 dropout에도 {residue:.2g}만큼 남는다(기대: 0). 가중치와 두 sub-layer의 출력에 거는지 본다."
    difference = gap(block.eval()(x), random_block(dropout=0.0)(x))
    assert difference == 0, (
        f"eval인데 dropout이 없는 block과 {difference:.2g} 다르다(기대: 0). 함수 F.dropout에는 training=self.training을 넘겨야 한다."
    )
