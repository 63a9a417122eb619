"""attention_block.py를 여러 상황에서 돌리는 test다: 모드와 mask의 모든 조합, dtype, 저장, compile, 틀린 입력.

    pytest test_attention_block_matrix.py

test_attention_block.py가 모두 통과한 뒤에 본다. 여기서만 실패하면 block의 식이 아니라 다루는 경우가 빠진 것이다.
"""

import io
from functools import cache

import pytest
import torch
from torch import nn

from attention_block import AttentionBlock, MultiHeadAttention, causal_mask
from test_attention_block import gap, random_block, random_input, random_layer, reference

REAL = torch.tensor([[True] * 5, [True] * 3 + [False] * 2])  # (B, T), 길이 5와 3


@cache
def twins(n_heads, activation):
    """같은 파라미터를 가진 (block, PyTorch의 layer)."""
    layer = random_layer(16, n_heads, 24, activation=activation)
    return AttentionBlock.from_torch(layer), layer


@pytest.mark.parametrize("B", [1, 3])
@pytest.mark.parametrize("masks", ["none", "causal", "padding", "both"])
@pytest.mark.parametrize("grad", [True, False], ids=["grad", "no_grad"])
@pytest.mark.parametrize("train", [True, False], ids=["train", "eval"])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
@pytest.mark.parametrize("n_heads", [1, 2, 4])
def test_matches_pytorch_in_every_mode(n_heads, activation, train, grad, masks, B):
    """192가지 조합에서 PyTorch와 1e-5 안에서 같다. head 수가 짝수이고 eval, no_grad이면 PyTorch는 다른 구현(fast path)을 쓴다."""
    block, layer = (module.train(train) for module in twins(n_heads, activation))
    x, T = random_input(B, 6, 16), 6
    attn_mask = causal_mask(T) if masks in ("causal", "both") else None  # (T, T)
    real = torch.arange(T) < torch.tensor([4, 6, 1][:B])[:, None]  # (B, T)
    real = real if masks in ("padding", "both") else None
    with torch.set_grad_enabled(grad):
        ours, theirs = block(x, attn_mask, real), reference(layer, x, attn_mask, real)  # (B, T, D_model)
    assert ours.shape == x.shape, f"출력의 모양이 {tuple(ours.shape)}이다(기대: {tuple(x.shape)}). batch가 하나일 때 축을 없앴는지 본다."
    assert gap(ours, theirs) < 1e-5, f"PyTorch와의 차이가 {gap(ours, theirs):.2g}이다(기대: 1e-5 미만). 다른 조합의 결과와 견준다."


@pytest.mark.parametrize("bias", [True, False], ids=["bias", "no_bias"])
@pytest.mark.parametrize("dtype", [torch.float64, torch.bfloat16], ids=["float64", "bfloat16"])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
def test_round_trip(activation, dtype, bias):
    """from_torch와 to_torch는 파라미터, dtype, 모드, dropout, eps, bias를 잃지 않는다."""
    layer = random_layer(activation=activation, dtype=dtype, bias=bias, dropout=0.3, layer_norm_eps=0.1).eval()
    back = AttentionBlock.from_torch(layer).to_torch()
    for name, value in layer.state_dict().items():
        assert torch.equal(back.state_dict()[name], value), f"옮겼다가 되돌린 {name}: 처음과 다르다(기대: 똑같음). 짝이 뒤바뀌었는지 본다."

    def settings(layer):
        return {
            "파라미터": sorted(layer.state_dict()),
            "dtype": layer.linear1.weight.dtype,
            "training": layer.training,
            "dropout": (layer.self_attn.dropout, layer.dropout.p, layer.dropout1.p, layer.dropout2.p),
            "eps": (layer.norm1.eps, layer.norm2.eps),
            "activation": layer.activation,
        }

    for name, value in settings(layer).items():
        seen = settings(back)[name]
        assert seen == value, f"옮겼다가 되돌린 layer에서 {name}: {seen}(기대: {value}). from_torch나 to_torch가 빠뜨린 값이다."
    x = random_input(2, 5, 12, dtype=torch.float64)
    difference = gap(AttentionBlock.from_torch(layer).double()(x), reference(layer.double(), x))
    assert difference < 1e-12, f"eps=0.1인 layer와 {difference:.2g} 다르다(기대: 1e-12 미만). from_torch가 eps를 옮겼는지 본다."


def test_copies_do_not_share_storage():
    """옮긴 block을 고쳐도 원래 layer는 그대로다."""
    layer = random_layer()
    before = {name: value.clone() for name, value in layer.state_dict().items()}
    with torch.no_grad():
        for p in AttentionBlock.from_torch(layer).parameters():
            p.zero_()
    for name, value in layer.state_dict().items():
        assert torch.equal(value, before[name]), f"block을 고치자 layer의 파라미터 {name}: 바뀌었다(기대: 그대로). copy_로 값만 옮긴다."


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32, torch.bfloat16, torch.float16], ids=str)
def test_dtypes(dtype):
    """네 dtype에서 출력의 dtype이 입력과 같고, 값은 float64의 결과에 정밀도만큼 가깝고, gradient는 유한하다."""
    real = REAL & torch.tensor([[True], [False]])  # (B, T), 둘째 문장은 모두 PAD다
    exact = random_block().double()(random_input(2, 5, 12, dtype=torch.float64), causal_mask(5), real)
    block = random_block().to(dtype)
    try:
        y = block(random_input(2, 5, 12, dtype=dtype), causal_mask(5), real)  # (B, T, D_model)
    except RuntimeError as error:
        raise AssertionError(f"{dtype}에서 오류가 났다({error}). -1e9처럼 그 dtype에 담기지 않는 수를 쓰는지 본다.") from error
    difference, allowed = gap(y.double(), exact), 20 * torch.finfo(dtype).eps
    assert y.dtype == dtype and difference < allowed, (
        f"{dtype}를 넣자 {y.dtype}이 나왔고 float64의 결과와 {difference:.2g} 다르다(기대: 같은 dtype, {allowed:.2g} 미만). "
        "중간에 dtype을 바꾸는 줄과 -inf가 되는 수를 찾는다."
    )
    y.square().sum().backward()
    assert all(p.grad.isfinite().all() for p in block.parameters()), f"{dtype}에서 유한하지 않은 gradient가 있다(기대: 없음)."


def test_autocast():
    """autocast 안에서는 float32 block이 bfloat16으로 셈하고도 출력이 float32다."""
    block, x = random_block(), random_input(2, 5, 12)
    with torch.autocast("cpu", dtype=torch.bfloat16):
        y = block(x, causal_mask(5), REAL)  # (B, T, D_model)
    difference = gap(y, block(x, causal_mask(5), REAL))
    assert y.dtype == torch.float32 and 0 < difference < 0.1, (
        f"autocast의 출력이 {y.dtype}이고 float32의 결과와 {difference:.2g} 다르다(기대: float32, 0보다 크고 0.1 미만)."
    )


def test_save_and_load():
    """저장한 파라미터를 새 block에 불러오면 출력이 똑같다. 대조: 불러오기 전에는 다르다."""
    block, fresh, x = random_block(), random_block(seed=5), random_input(2, 5, 12)
    assert gap(block(x), fresh(x)) > 1e-3, "대조가 서지 않는다: 불러오기 전에도 같다."
    file = io.BytesIO()
    torch.save(block.state_dict(), file)
    file.seek(0)
    fresh.load_state_dict(torch.load(file, weights_only=True))
    difference = gap(block(x), fresh(x))
    assert difference == 0, (
        f"저장했다가 불러온 block의 출력이 {difference:.2g} 다르다(기대: 0). 학습하는 수가 모두 Parameter로 등록되었는지, "
        "층을 Python list에 두지 않았는지 본다."
    )


def test_non_contiguous_input():
    """축을 바꾼 view를 넣어도 된다. 메모리의 차례는 값이 아니다."""
    block, x = random_block(), random_input(5, 2, 12).transpose(0, 1)  # (T, B, D_model) -> (B, T, D_model)
    try:
        difference = gap(block(x), block(x.contiguous()))
    except RuntimeError as error:
        raise AssertionError(f"연속이 아닌 입력에서 오류가 났다({error}). view 대신 reshape을 쓴다.") from error
    assert difference < 1e-6, f"연속이 아닌 입력의 출력이 {difference:.2g} 다르다(기대: 1e-6 미만). 메모리의 차례를 읽는 줄을 찾는다."


def test_input_is_not_changed():
    """forward는 넘겨받은 x와 mask를 고치지 않는다."""
    block, given = random_block().eval(), (random_input(2, 5, 12), causal_mask(5), REAL.clone())
    before = [tensor.clone() for tensor in given]
    with torch.no_grad():
        block(*given)
    same = [torch.equal(a, b) for a, b in zip(given, before, strict=True)]
    assert all(same), f"forward 뒤에 x, attn_mask, key_padding_mask가 그대로인가: {same}(기대: 모두 True). x += ... 대신 x = x + ...로 쓴다."


def test_mask_shapes():
    """attn_mask는 (T, T), (H, T, T), (B, 1, T, T), (B, H, T, T)를 받고 NumPy의 broadcast 규칙을 따른다."""
    attention, x = random_block().attention, random_input(2, 5, 12)
    full = random_input(2, 3, 5, 5) > 0  # (B, H, T, T)
    for mask in (full[0, 0], full[0], full[:, :1], full):
        expected = attention(x, mask.expand(2, 3, 5, 5))[1]  # (B, H, T, T)
        difference = gap(attention(x, mask)[1], expected)
        assert difference == 0, f"{tuple(mask.shape)}인 mask의 가중치가 펼친 mask와 {difference:.2g} 다르다(기대: 0)."
        assert torch.equal(expected > 0, mask.expand(2, 3, 5, 5)), f"{tuple(mask.shape)}인 mask에서 가린 자리가 샌다."


def test_weights_are_those_before_dropout():
    """돌려주는 가중치는 dropout을 걸기 전의 것이라 train에서도 합이 1이다."""
    attention = random_block(dropout=0.5).attention
    off = gap(attention(random_input(2, 5, 12))[1].sum(-1), torch.ones(()))
    assert off < 1e-5, f"train에서 돌려준 가중치의 합이 1에서 {off:.2g} 벗어난다(기대: 1e-5 미만). dropout은 곱하기 직전에만 건다."


@pytest.mark.parametrize("backend", ["eager", "aot_eager"])
def test_compile(backend):
    """torch.compile이 block을 그래프 하나로 옮긴다. 이 두 backend는 C++ compiler 없이 돈다."""
    block, x = random_block(), random_input(2, 5, 12)
    try:
        y = torch.compile(block, backend=backend, fullgraph=True)(x, causal_mask(5), REAL)
    except RuntimeError as error:
        # PyTorch가 아직 지원하지 않는 Python이면 그 까닭을 확인하고 끝낸다
        assert "not supported on Python" in str(error), (
            f"torch.compile이 그래프 하나로 옮기지 못했다(기대: 옮김). 텐서의 값에 따라 갈리는 if가 있는지 본다: {error}"
        )
        return
    difference = gap(y, block(x, causal_mask(5), REAL))
    assert difference < 1e-6, f"compile한 block의 출력이 {difference:.2g} 다르다(기대: 1e-6 미만)."


def test_empty_batch():
    """빈 batch와 길이 0인 문장은 빈 출력을 낸다."""
    for shape in ((0, 5, 12), (2, 0, 12)):
        assert random_block()(random_input(*shape)).shape == shape


def move(dropout1=0.0, **options):
    """주어진 option으로 만든 PyTorch의 layer를 옮긴다."""
    layer = random_layer(**options)
    layer.dropout1.p = dropout1
    return AttentionBlock.from_torch(layer)


SQUARE = torch.ones(5, 5, dtype=torch.bool)
MISUSES = {  # 이름: (쓰임, 오류 메시지에 있어야 할 말 ...)
    "폭이 다른 x": (lambda block, x: block(x[..., :8]), "(2, 5, 8)", "폭 12"),
    "batch 축이 없는 x": (lambda block, x: block(x[0]), "(5, 12)", "x[None]"),
    "정수 x": (lambda block, x: block(x.long()), "torch.int64", "torch.float32"),
    "float64 x": (lambda block, x: block(x.double()), "torch.float64", "torch.float32"),
    "NumPy x": (lambda block, x: block(x.numpy()), "ndarray", "torch.as_tensor"),
    "다른 device의 x": (lambda block, x: block(x.to("meta")), "meta", "cpu"),
    "정수 mask": (lambda block, x: block(x, SQUARE.long()), "torch.int64", ".bool()"),
    "실수 mask": (lambda block, x: block(x, SQUARE.float()), "torch.float32", "== 0"),
    "실수 padding mask": (lambda block, x: block(x, None, REAL.float()), "key_padding_mask", "torch.float32"),
    "목록인 mask": (lambda block, x: block(x, [[True] * 5] * 5), "list", "torch.as_tensor"),
    "다른 device의 mask": (lambda block, x: block(x, SQUARE.to("meta")), "meta", "cpu"),
    "길이가 다른 mask": (lambda block, x: block(x, SQUARE[:4, :4]), "(4, 4)", "(2, 3, 5, 5)"),
    "batch마다 다른 3차원 mask": (lambda block, x: block(x, SQUARE.expand(2, 5, 5)), "(2, 5, 5)", "[:, None]"),
    "점수보다 큰 mask": (lambda block, x: block(x[:1], SQUARE.expand(2, 3, 5, 5)), "(2, 3, 5, 5)", "(1, 3, 5, 5)"),
    "뒤집힌 padding mask": (lambda block, x: block(x, None, REAL.T), "(5, 2)", "(2, 5)"),
    "나누어떨어지지 않는 head": (lambda block, x: MultiHeadAttention(12, 5), "d_model=12", "n_heads=5"),
    "0개인 head": (lambda block, x: AttentionBlock(12, 0, 20), "n_heads=0", "1 이상"),
    "실수인 폭": (lambda block, x: AttentionBlock(12, 3, 20.0), "d_ff=20.0", "정수"),
    "확률이 아닌 dropout": (lambda block, x: AttentionBlock(12, 3, 20, dropout=1.5), "dropout=1.5", "확률"),
    "모르는 activation": (lambda block, x: AttentionBlock(12, 3, 20, "tanh"), "'tanh'", "gelu"),
    "post-norm layer": (lambda block, x: move(norm_first=False), "norm_first=False", "norm_first=True"),
    "길이가 앞인 layer": (lambda block, x: move(batch_first=False), "batch_first=False", "batch_first=True"),
    "silu layer": (lambda block, x: move(activation=nn.SiLU()), "SiLU", "gelu"),
    "근사한 gelu layer": (lambda block, x: move(activation=nn.GELU("tanh")), "tanh", "근사하지 않은"),
    "dropout이 둘인 layer": (lambda block, x: move(dropout1=0.5), "[0.0, 0.5]", "같게"),
    "다른 module": (lambda block, x: AttentionBlock.from_torch(nn.Linear(2, 2)), "Linear", "TransformerEncoderLayer"),
}


@pytest.mark.parametrize("name", MISUSES)
def test_misuse_is_refused_in_korean(name):
    """틀린 쓰임은 받은 값과 기대한 것을 적은 ValueError가 된다. 조용히 다른 값을 내지 않는다."""
    use, *words = MISUSES[name]
    try:
        use(random_block(), random_input(2, 5, 12))
    except ValueError as error:
        missing = [word for word in words if word not in str(error)]
        assert not missing, f"{name}: 메시지에 {missing}이 없다(기대: 받은 값과 기대한 것). 받은 메시지는 '{error}'이다."
    except Exception as error:
        raise AssertionError(f"{name}: {type(error).__name__}가 났다(기대: ValueError). 셈하기 전에 입력을 본다.") from error
    else:
        raise AssertionError(f"{name}: 오류 없이 지나갔다(기대: ValueError). 셈하기 전에 모양, dtype, device를 본다.")
