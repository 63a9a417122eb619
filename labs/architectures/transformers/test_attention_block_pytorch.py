"""PyTorch의 attention에 있는 덫이다. 이 책의 block이 아니라 PyTorch가 무엇을 하는지 확인하며, 저마다 왜 조심할지를 적는다.

    pytest test_attention_block_pytorch.py

PyTorch의 버전이 바뀌어 여기서 실패하면 덫 하나가 사라졌거나 새로 생긴 것이다.
"""

import runpy
import warnings

import pytest
import torch
from torch import nn

import attention_block
from attention_block import AttentionBlock, causal_mask
from test_attention_block import gap, random_input, random_layer, reference

REAL = torch.tensor([[True] * 5, [False] * 5])  # (B, T), 둘째 문장은 모두 PAD다


def run(layer, *arguments, train=False, grad=False, **options):
    """모드를 정하고 layer를 부른다."""
    with torch.set_grad_enabled(grad):
        return layer.train(train)(*arguments, **options)


def test_fast_path_runs_only_in_eval_without_grad(monkeypatch):
    """nn.TransformerEncoderLayer에는 구현이 둘 있다. 학습 중에 본 값과 평가에서 쓰는 값이 서로 다른 code에서 나온다."""
    fast, calls = torch._transformer_encoder_layer_fwd, []

    def counted(*arguments):
        calls.append(1)
        return fast(*arguments)

    monkeypatch.setattr(torch, "_transformer_encoder_layer_fwd", counted)
    for n_heads in (2, 3):
        for train, grad in ((True, True), (True, False), (False, True), (False, False)):
            calls.clear()
            run(random_layer(12, n_heads), random_input(2, 5, 12), train=train, grad=grad)
            expected = n_heads == 2 and not train and not grad  # head 수가 홀수이면 언제나 느린 길이다
            assert bool(calls) == expected, f"head {n_heads}개, train={train}, grad={grad}에서 fast path: {bool(calls)}."


def test_all_pad_row_is_nan_on_the_fast_path_only():
    """모두 PAD인 문장은 느린 길에서 유한하고 빠른 길에서 NaN이다. 학습 때 멀쩡하던 model이 평가에서 NaN을 낸다."""
    layer, x = random_layer(12, 2), random_input(2, 5, 12)
    slow, fast = (run(layer, x, src_key_padding_mask=~REAL, grad=grad) for grad in (True, False))  # True는 가림이다
    assert slow.isfinite().all() and fast[0].isfinite().all() and fast[1].isnan().all()
    block = AttentionBlock.from_torch(layer)
    assert gap(block(x, key_padding_mask=REAL), slow) < 1e-5, "이 책의 block은 느린 길과 같은 값을 낸다."


def test_is_causal_alone_is_not_a_mask():
    """is_causal=True는 함께 준 mask가 causal이라는 귀띔일 뿐이다. 혼자 주면 학습에서는 오류, 평가에서는 조용히 미래를 본다."""
    layer, x = random_layer(12, 2), random_input(2, 5, 12)
    with pytest.raises(RuntimeError, match="Need attn_mask"):
        run(layer, x, is_causal=True, train=True, grad=True)
    unmasked, causal = run(layer, x), run(layer, x, ~causal_mask(5))  # True는 가림이다
    assert torch.equal(run(layer, x, is_causal=True), unmasked), "평가에서는 mask를 주지 않은 것과 똑같다."
    assert gap(run(layer, x, ~causal_mask(5), is_causal=True), causal) < 1e-6 and gap(unmasked, causal) > 1e-2


def test_boolean_masks_mean_opposite_things():
    """같은 boolean이 nn.MultiheadAttention에서는 가림, F.scaled_dot_product_attention에서는 볼 수 있음이다."""
    torch.manual_seed(0)
    mha, x, seen = nn.MultiheadAttention(12, 1, batch_first=True), random_input(2, 5, 12), causal_mask(5)
    Q, K, V = mha.in_proj_weight.chunk(3)  # (3*D_model, D_model) -> 3 x (D_model, D_model)
    heads = nn.functional.scaled_dot_product_attention(x @ Q.T, x @ K.T, x @ V.T, attn_mask=seen)  # True는 볼 수 있음이다
    expected = mha.out_proj(heads)  # (B, T, D_model)
    assert gap(mha(x, x, x, attn_mask=~seen)[0], expected) < 1e-5  # True는 가림이다
    wrong = mha(x, x, x, attn_mask=seen)[0]
    assert wrong[:, -1].isnan().all(), "뒤집지 않으면 미래만 보고, 마지막 query는 볼 key가 없어 NaN이다."
    assert gap(wrong[:, :-1], expected[:, :-1]) > 1e-2


def test_plain_minus_infinity_poisons_gradients():
    """모두 -inf인 행의 softmax는 NaN이다. 그 문장을 손실에서 빼도 NaN은 gradient에 남는다: 0을 곱해도 NaN은 NaN이다.

    W의 gradient에는 입력이 곱해지므로 NaN인 입력을 받은 층은 모두 물든다. query와 key가 무사한 까닭은 masked_fill의
    역전파가 가린 자리의 gradient를 0으로 지우기 때문이다. PyTorch처럼 셋을 묶어 두면 그것까지 한 텐서에서 물든다.
    """
    block, x = AttentionBlock.from_torch(random_layer(12, 2)), random_input(2, 5, 12)

    def plain(Q, K, seen):
        return (Q @ K.mT / Q.shape[-1] ** 0.5).masked_fill(~seen, -torch.inf).softmax(-1)  # (B, H, T, T)

    block.attention.weigh = plain
    block(x, key_padding_mask=REAL)[0].square().sum().backward()
    finite = {name for name, p in block.named_parameters() if p.grad.isfinite().all()}
    behind = {"norm2.bias", "expand.bias", "contract.bias"}  # 입력을 곱하지 않고, NaN이 나오는 LayerNorm의 역전파보다 뒤에 있다
    assert finite == behind | {f"attention.{name}.{kind}" for name in ("query", "key") for kind in ("weight", "bias")}
    safe = nn.functional.scaled_dot_product_attention(x, x, x, attn_mask=REAL[:, None, :])  # (B, T, D)
    assert (safe[1] == 0).all(), "F.scaled_dot_product_attention은 그런 행에 0을 낸다."


def test_fast_path_ignores_the_tanh_approximation():
    """nn.GELU("tanh")를 주어도 빠른 길은 정확한 gelu로 셈한다. from_torch가 이 layer를 거절하는 까닭이다."""
    x = random_input(2, 5, 12)
    tanh, exact = (random_layer(12, 2, activation=nn.GELU(kind)) for kind in ("tanh", "none"))
    assert torch.equal(run(tanh, x), run(exact, x)), "빠른 길에서는 두 layer가 똑같다."
    assert gap(run(tanh, x, grad=True), run(exact, x, grad=True)) > 1e-5, "느린 길에서는 다르다."


def test_mixed_mask_types_warn():
    """실수 attn_mask와 boolean padding mask를 섞으면 경고가 난다. 둘 다 boolean이면 조용하다."""
    layer, x, hidden = random_layer(12, 2), random_input(2, 5, 12), ~causal_mask(5)
    additive = torch.zeros(5, 5).masked_fill(hidden, -torch.inf)  # (T, T), 0은 볼 수 있음, -inf는 가림이다
    with pytest.warns(UserWarning, match="mismatched"):
        mixed = run(layer, x[:1], additive, ~REAL[:1], train=True)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        same = reference(layer, x[:1], causal_mask(5), REAL[:1])
    assert gap(mixed, same) < 1e-5


def test_pre_norm_encoder_warns_about_nested_tensors():
    """nn.TransformerEncoder는 pre-norm layer를 받으면 경고한다. enable_nested_tensor=False를 주면 조용하다."""
    layer = random_layer(12, 2)
    with pytest.warns(UserWarning, match="norm_first"):
        nn.TransformerEncoder(layer, 2)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)


def test_packed_bias_hides_the_zero_gradient_of_the_key_bias():
    """in_proj_bias 전체의 gradient는 0이 아니지만, 그 가운데 둘째 토막인 key의 bias만은 0이다."""
    layer, x = random_layer(12, 2, dtype=torch.float64), random_input(2, 5, 12, dtype=torch.float64)
    run(layer, x, train=True, grad=True).square().sum().backward()
    query, key, value = layer.self_attn.in_proj_bias.grad.chunk(3)  # (3*D_model,) -> 3 x (D_model,)
    assert query.abs().max() > 1e-3 and value.abs().max() > 1e-3
    assert key.abs().max() < 1e-12, "query와 key의 bias의 내적은 한 행의 모든 점수에 똑같이 더해져 softmax에서 사라진다."


def test_running_the_file_shows_the_same_numbers_as_pytorch(capsys):
    """PyTorch의 layer에 mask를 넘길 때는 뒤집는다. 뒤집지 않으면 causal mask의 줄이 어긋난다."""
    runpy.run_path(attention_block.__file__, run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 3 and lines[0].endswith("8544 = 8544")
    assert all("(3, 9, 32)" in line and line.endswith("True") for line in lines[1:]), lines
