"""18.4장 실습: pre-norm encoder block을 PyTorch로 쓴 것이다.

    python attention_block.py           PyTorch의 같은 block과 견준 세 줄을 찍는다
    pytest test_attention_block.py      고친 뒤에 돌린다

관례: 입력 x는 (B, T, D_model)이다. B는 batch, T는 길이, H는 head 수, Dh = D_model / H는 head의 폭이다.
boolean mask는 True인 자리의 key를 볼 수 있다는 뜻이다. nn.MultiheadAttention과 nn.TransformerEncoderLayer에서는
True가 가린다는 뜻이므로, 두 곳으로 넘기는 mask는 ~로 뒤집는다.
"""

import math

import torch
from torch import nn

ACTIVATIONS = {"relu": nn.functional.relu, "gelu": nn.functional.gelu}  # gelu는 erf로 셈하는 정확한 꼴이다


def causal_mask(T, device=None):
    """query t가 자기와 그 앞의 key만 보는 mask. 반환: (T, T) boolean."""
    return torch.ones(T, T, dtype=torch.bool, device=device).tril()  # (T, T)


class MultiHeadAttention(nn.Module):
    """Multi-head self-attention [Vaswani 외 2017, 식 (1)과 3.2.2절].

    d_model: 입력과 출력의 폭. n_heads: head 수, d_model의 약수. dropout: 가중치에 거는 dropout 확률.
    크기나 확률이 맞지 않으면 ValueError를 낸다.
    """

    def __init__(self, d_model, n_heads, dropout=0.0, bias=True):
        super().__init__()
        check_sizes(dropout, d_model=d_model, n_heads=n_heads)
        if d_model % n_heads:
            raise ValueError(
                f"폭(d_model={d_model})을 head 수(n_heads={n_heads})로 나눌 수 없다. 나누어떨어지는 head 수를 고른다."
            )
        self.n_heads = n_heads
        self.query = nn.Linear(d_model, d_model, bias=bias)
        self.key = nn.Linear(d_model, d_model, bias=bias)
        self.value = nn.Linear(d_model, d_model, bias=bias)
        self.output = nn.Linear(d_model, d_model, bias=bias)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, attn_mask=None, key_padding_mask=None):
        """x: (B, T, D_model), 파라미터와 dtype이 같은 실수 텐서.

        attn_mask: (T, T)이거나 (B, H, T, T)로 broadcast되는 boolean. True인 자리만 본다.
        key_padding_mask: (B, T) boolean. 실제 token이면 True, PAD이면 False다. 둘 다 주면 둘 다 True인 자리만 본다.
        반환: 출력 (B, T, D_model)과 dropout을 걸기 전의 가중치 (B, H, T, T).
        볼 key가 없는 query는 가중치와 value의 가중합이 0이다. 그래서 출력은 output.bias이고 gradient는 유한하다.
        모양, dtype, device가 맞지 않으면 ValueError를 낸다.
        """
        check_input(x, self.query.weight)
        seen = combine_masks(x, self.n_heads, attn_mask, key_padding_mask)  # (B, H, T, T)로 broadcast되거나 None
        Q = self.split_heads(self.query(x))  # (B, H, T, Dh)
        K = self.split_heads(self.key(x))  # (B, H, T, Dh)
        V = self.split_heads(self.value(x))  # (B, H, T, Dh)
        weights = self.weigh(Q, K, seen)  # (B, H, T, T)
        heads = self.dropout(weights) @ V  # (B, H, T, Dh)
        return self.output(self.merge_heads(heads)), weights  # (B, T, D_model), (B, H, T, T)

    def weigh(self, Q, K, seen=None):
        """softmax(Q K^T / sqrt(Dh)): 두 (B, H, T, Dh)와 boolean seen을 받아 (B, H, T, T)를 낸다."""
        Q = Q / math.sqrt(Q.shape[-1])  # 점수보다 작은 Q를 나누면 값은 같고 일이 준다
        scores = Q @ K.transpose(-1, -2)  # (B, H, T, Dh) @ (B, H, Dh, T) -> (B, H, T, T)
        if seen is None:
            return scores.softmax(dim=-1)
        lowest = torch.finfo(scores.dtype).min  # float16은 -1e9를 담지 못하고, -inf는 모두 가려진 행에서 NaN을 낸다
        weights = torch.where(seen, scores, lowest).softmax(dim=-1)
        return weights * seen  # 모두 가려진 행은 softmax가 1/T씩 나누어 주므로 0으로 지운다

    def split_heads(self, x):
        """(B, T, D_model) -> (B, H, T, Dh). 곧바로 (B, H, T, Dh)로 reshape하면 위치가 섞인다."""
        x = x.unflatten(-1, (self.n_heads, -1))  # (B, T, H, Dh)
        return x.transpose(1, 2)  # (B, H, T, Dh)

    def merge_heads(self, heads):
        """`split_heads`를 되돌린다: (B, H, T, Dh) -> (B, T, D_model)."""
        return heads.transpose(1, 2).flatten(2)  # (B, T, H, Dh) -> (B, T, H*Dh)


class AttentionBlock(nn.Module):
    """Pre-norm encoder block [Vaswani 외 2017, 3.1절과 식 (2); LayerNorm의 자리는 Xiong 외 2020, 그림 1(b)].

        h = x + MHA(LN(x)),    y = h + FFN(LN(h))

    d_model: 폭. n_heads: head 수. d_ff: FFN의 안쪽 폭. activation: "relu" 또는 "gelu".
    dropout: 가중치, FFN의 안쪽, 두 sub-layer의 출력에 거는 확률. bias: Linear와 LayerNorm에 bias를 둘지.
    eps: LayerNorm이 분산에 더하는 수. 값이 맞지 않으면 ValueError를 낸다.
    """

    def __init__(self, d_model, n_heads, d_ff, activation="relu", dropout=0.0, bias=True, eps=1e-5):
        super().__init__()
        check_sizes(dropout, d_ff=d_ff)
        if activation not in ACTIVATIONS:
            raise ValueError(f"activation={activation!r}는 모르는 이름이다. {list(ACTIVATIONS)} 가운데서 고른다.")
        self.attention = MultiHeadAttention(d_model, n_heads, dropout, bias)
        self.norm1 = nn.LayerNorm(d_model, eps=eps, bias=bias)
        self.norm2 = nn.LayerNorm(d_model, eps=eps, bias=bias)
        self.expand = nn.Linear(d_model, d_ff, bias=bias)
        self.activation = ACTIVATIONS[activation]
        self.contract = nn.Linear(d_ff, d_model, bias=bias)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x, attn_mask=None, key_padding_mask=None):
        """x: (B, T, D_model) -> (B, T, D_model), dtype은 그대로다. mask와 오류는 `MultiHeadAttention.forward`와 같다.

        가중치를 보려면 `block.attention(block.norm1(x), attn_mask, key_padding_mask)[1]`을 읽는다.
        """
        check_input(x, self.attention.query.weight)
        mixed, _ = self.attention(self.norm1(x), attn_mask, key_padding_mask)  # (B, T, D_model)
        h = x + self.dropout(mixed)  # (B, T, D_model)
        return h + self.dropout(self.feed_forward(self.norm2(h)))  # (B, T, D_model)

    def feed_forward(self, h):
        """위치마다 따로 거치는 두 층 [Vaswani 외 2017, 식 (2)]: (B, T, D_model) -> (B, T, D_model)."""
        hidden = self.activation(self.expand(h))  # (B, T, d_ff)
        return self.contract(self.dropout(hidden))  # (B, T, D_model)

    @classmethod
    def from_torch(cls, layer):
        """`nn.TransformerEncoderLayer`를 옮긴다. dtype, device, train/eval, dropout, eps, bias까지 같고 저장소는 따로다.

        norm_first=True, batch_first=True, relu 또는 gelu이고 dropout 확률이 하나여야 한다. 아니면 ValueError를 낸다.
        """
        activation, dropout = check_layer(layer)
        d_ff, d_model = layer.linear1.weight.shape
        bias = layer.linear1.bias is not None
        block = cls(d_model, layer.self_attn.num_heads, d_ff, activation, dropout, bias)
        block.to(layer.linear1.weight).train(layer.training)
        block.norm1.eps, block.norm2.eps = layer.norm1.eps, layer.norm2.eps
        with torch.no_grad():
            for own, theirs in parameter_pairs(block, layer):
                own.copy_(theirs)
        return block

    def to_torch(self):
        """`from_torch`를 되돌린 `nn.TransformerEncoderLayer(norm_first=True, batch_first=True)`를 낸다.

        그 layer의 boolean mask는 True가 가린다는 뜻이므로 ~로 뒤집어 넘긴다.
        """
        d_ff, d_model = self.expand.weight.shape
        layer = nn.TransformerEncoderLayer(
            d_model,
            self.attention.n_heads,
            dim_feedforward=d_ff,
            dropout=self.dropout.p,
            activation=self.activation,
            batch_first=True,
            norm_first=True,
            bias=self.expand.bias is not None,
        )
        layer.to(self.expand.weight).train(self.training)
        layer.norm1.eps, layer.norm2.eps = self.norm1.eps, self.norm2.eps
        with torch.no_grad():
            for own, theirs in parameter_pairs(self, layer):
                theirs.copy_(own)
        return layer


def parameter_pairs(block, layer):
    """같은 일을 하는 (이 파일의 파라미터, PyTorch의 파라미터)를 짝지어 낸다. 두 쪽의 Linear는 모두 x @ W.T + b다."""
    pairs = [
        (block.attention.output, layer.self_attn.out_proj),
        (block.norm1, layer.norm1),
        (block.norm2, layer.norm2),
        (block.expand, layer.linear1),
        (block.contract, layer.linear2),
    ]
    for kind in ("weight", "bias") if block.expand.bias is not None else ("weight",):
        stacked = getattr(layer.self_attn, f"in_proj_{kind}")  # query, key, value를 세로로 쌓은 것: (3*D_model, ...)
        own = (block.attention.query, block.attention.key, block.attention.value)
        yield from zip((getattr(linear, kind) for linear in own), stacked.chunk(3), strict=True)  # 3 x (D_model, ...)
        yield from ((getattr(own, kind), getattr(theirs, kind)) for own, theirs in pairs)


def combine_masks(x, n_heads, attn_mask, key_padding_mask):
    """두 mask를 보고 "둘 다 볼 수 있다"로 합친다. 반환: (B, H, T, T)로 broadcast되는 boolean, mask가 없으면 None."""
    B, T, _ = x.shape
    if attn_mask is not None:
        check_mask("attn_mask", attn_mask, x.device)
        try:
            fits = torch.broadcast_shapes(attn_mask.shape, (B, n_heads, T, T)) == (B, n_heads, T, T)
        except RuntimeError:
            fits = False
        if not fits:
            raise ValueError(
                f"attn_mask {tuple(attn_mask.shape)}를 점수 {(B, n_heads, T, T)}에 맞출 수 없다. "
                "(query 길이, key 길이)로 주고, batch마다 다르면 attn_mask[:, None]으로 head 축을 끼운다."
            )
    if key_padding_mask is None:
        return attn_mask
    check_mask("key_padding_mask", key_padding_mask, x.device)
    if key_padding_mask.shape != (B, T):
        raise ValueError(
            f"key_padding_mask의 모양은 {tuple(key_padding_mask.shape)}이다. "
            f"x {tuple(x.shape)}의 앞 두 축 {(B, T)}와 같게 token마다 하나씩 준다."
        )
    real = key_padding_mask[:, None, None, :]  # (B, 1, 1, T): head와 query에 broadcast된다
    return real if attn_mask is None else attn_mask & real  # (B, 1 또는 H, T, T)


def check_sizes(dropout, **sizes):
    """크기가 1 이상의 정수이고 dropout이 확률인지 본다."""
    for name, size in sizes.items():
        if not isinstance(size, int) or size < 1:
            raise ValueError(f"받은 값은 {name}={size!r}이다. 1 이상의 정수를 준다.")
    if not 0 <= dropout <= 1:
        raise ValueError(f"받은 값은 dropout={dropout!r}이다. 0 이상 1 이하의 확률을 준다.")


def check_input(x, weight):
    """x가 weight를 곱할 (B, T, D_model) 실수 텐서인지 본다."""
    if not isinstance(x, torch.Tensor):
        raise ValueError(f"x의 자료형은 {type(x).__name__}이다. torch.as_tensor로 텐서를 만들어 넘긴다.")
    if x.ndim != 3 or x.shape[-1] != len(weight):
        raise ValueError(
            f"x의 모양은 {tuple(x.shape)}이다. (batch, 길이, 폭 {len(weight)})이어야 하며, "
            "문장 하나이면 x[None]으로 batch 축을 더한다."
        )
    if x.device != weight.device:
        raise ValueError(f"x는 {x.device}에, 파라미터는 {weight.device}에 있다. x.to('{weight.device}')로 옮긴다.")
    casts_itself = x.is_floating_point() and torch.is_autocast_enabled(x.device.type)
    if x.dtype != weight.dtype and not casts_itself:
        raise ValueError(f"x의 dtype은 {x.dtype}, 파라미터는 {weight.dtype}이다. x.to({weight.dtype})로 맞춘다.")


def check_mask(name, mask, device):
    """mask가 x와 같은 device의 boolean 텐서인지 본다."""
    if not isinstance(mask, torch.Tensor):
        raise ValueError(f"{name}의 자료형은 {type(mask).__name__}이다. torch.as_tensor로 텐서를 만들어 넘긴다.")
    if mask.dtype != torch.bool:
        raise ValueError(
            f"{name}의 dtype은 {mask.dtype}이다. True가 '볼 수 있음'인 boolean이어야 하므로 "
            f"1/0이면 {name}.bool(), 점수에 더하는 0/-inf이면 {name} == 0으로 바꾼다."
        )
    if mask.device != device:
        raise ValueError(f"{name}는 {mask.device}에, x는 {device}에 있다. {name}.to('{device}')로 옮긴다.")


def check_layer(layer):
    """`from_torch`가 옮길 수 있는 layer인지 보고 activation의 이름과 dropout 확률을 낸다."""
    if not isinstance(layer, nn.TransformerEncoderLayer):
        raise ValueError(f"{type(layer).__name__}을 받았다. nn.TransformerEncoderLayer를 넘긴다.")
    for option, value in (("norm_first", layer.norm_first), ("batch_first", layer.self_attn.batch_first)):
        if not value:
            raise ValueError(f"layer는 {option}=False이다. 이 block과 셈이 같은 {option}=True로 만들어 넘긴다.")
    modules = {"relu": nn.ReLU, "gelu": nn.GELU}
    names = [n for n, f in ACTIVATIONS.items() if layer.activation is f or type(layer.activation) is modules[n]]
    # nn.GELU(approximate="tanh")는 gelu와 5e-4까지 다르다
    if not names or getattr(layer.activation, "approximate", "none") != "none":
        raise ValueError(f"layer의 activation은 {layer.activation}이다. relu와 근사하지 않은 gelu만 옮길 수 있다.")
    rates = {layer.self_attn.dropout, layer.dropout.p, layer.dropout1.p, layer.dropout2.p}
    if len(rates) > 1:
        raise ValueError(f"layer의 dropout 확률이 {sorted(rates)}로 서로 다르다. 이 block은 한 값만 쓰므로 같게 맞춘다.")
    return names[0], rates.pop()


if __name__ == "__main__":
    torch.manual_seed(0)
    layer = nn.TransformerEncoderLayer(32, 4, 64, dropout=0.0, batch_first=True, norm_first=True)
    block = AttentionBlock.from_torch(layer)
    x = torch.randn(3, 9, 32)  # (B, T, D_model)
    ours, theirs = (sum(p.numel() for p in module.parameters()) for module in (block, layer))
    print(f"파라미터 수: {ours} = {theirs}")
    for name, mask in (("mask 없음", None), ("causal mask", causal_mask(9))):
        hidden = None if mask is None else ~mask  # PyTorch의 layer는 True가 가림이다
        y = block(x, attn_mask=mask)  # (B, T, D_model)
        gap = (y - layer(x, src_mask=hidden)).abs().max().item()
        print(f"{name}: 출력 모양 {tuple(y.shape)}, PyTorch와의 차이 < 1e-5: {gap < 1e-5}")
