"""`attention_cost.py` against arrays that are made, masks that are counted and products that PyTorch counts; ALiBi's bias."""

import itertools

import numpy as np
import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

import attention_cost as cost
import numpy_attention as na
import positions

CASE = {"n_layers": 3, "n_heads": 4, "n_kv_heads": 2, "head_dim": 8, "batch": 2, "dtype": "float32"}


def seen_mask(T, S, causal, window):
    """True where a key may be seen, drawn out."""
    query, key = np.arange(S - T, S)[:, None], np.arange(S)
    mask = np.ones((T, S), dtype=bool)
    if causal:
        mask &= na.causal_mask(T, S)
    if window is not None:
        mask &= np.abs(query - key) < window
    return mask


def disagreements(count):
    """The cases in which `count` finds another number of pairs than the mask has."""
    lengths = [(T, S) for S in range(1, 8) for T in range(1, S + 1)]
    return [
        case
        for case in itertools.product(lengths, [False, True], [None, 1, 2, 3, 7, 20])
        if count(*case[0], case[1], case[2]) != seen_mask(*case[0], case[1], case[2]).sum()
    ]


def test_visible_pairs_are_those_of_the_mask():
    assert disagreements(cost.visible_pairs) == []


def test_a_window_one_key_too_wide_is_noticed():
    assert disagreements(lambda T, S, causal, window: cost.visible_pairs(T, S, causal, window and window + 1)) != []


def test_unmasked_pairs_need_no_order_of_lengths():
    assert cost.visible_pairs(5, 3) == 15


@pytest.mark.parametrize(("arguments", "says"), [((5, 3, True), "S=3가 query 길이 T=5보다 짧다"), ((3, 3, False, 0), "window=0")])
def test_impossible_masks_are_refused(arguments, says):
    with pytest.raises(ValueError, match=says):
        cost.visible_pairs(*arguments)


CALLS = [
    (lambda: cost.model_cost(8, **CASE, mode="train"), "mode='train'.*training, prefill, decode"),
    (lambda: cost.model_cost(8, **CASE | {"dtype": "fp16"}), "dtype='fp16'.*float16"),
    (lambda: cost.score_bytes(8, dtype="fp16"), "dtype='fp16'"),
    (lambda: cost.kv_cache_bytes(8, 1, 1, 4, dtype="fp16"), "dtype='fp16'"),
    (lambda: cost.latent_cache_bytes(8, 1, 4, dtype="fp16"), "dtype='fp16'"),
]


@pytest.mark.parametrize(("call", "says"), CALLS)
def test_unknown_names_are_refused_with_those_there_are(call, says):
    with pytest.raises(ValueError, match=says):
        call()


def test_bytes_are_those_of_the_arrays():
    T, dtype = 16, np.float32
    L, B, H, G, D = (CASE[name] for name in ("n_layers", "batch", "n_heads", "n_kv_heads", "head_dim"))
    made = {
        "training": {
            "scores": np.zeros((L, B, H, T, T), dtype), "key_value": np.zeros((2, L, B, G, T, D), dtype),
            "query_output": np.zeros((2, L, B, H, T, D), dtype),
        },
        "prefill": {
            "scores": np.zeros((B, H, T, T), dtype), "key_value": np.zeros((2, L, B, G, 5, D), dtype),
            "query_output": np.zeros((2, B, H, T, D), dtype),
        },
        "decode": {
            "scores": np.zeros((B, H, 1, 5), dtype), "key_value": np.zeros((2, L, B, G, 5, D), dtype),
            "query_output": np.zeros((2, B, H, 1, D), dtype),
        },
    }  # fmt: skip
    for mode, arrays in made.items():
        plain = cost.model_cost(T, **CASE, window=5, mode=mode)["bytes"]["plain"]
        assert plain == {name: array.nbytes for name, array in arrays.items()}, mode


@pytest.mark.parametrize("n_kv_heads", [1, 2, 4])
@pytest.mark.parametrize("mode", ["prefill", "training"])
def test_flops_are_those_that_pytorch_counts(mode, n_kv_heads):
    L, B, H, D = (CASE[name] for name in ("n_layers", "batch", "n_heads", "head_dim"))
    T, d_model = 6, H * D
    x = torch.randn(B, T, d_model, requires_grad=True)
    widths = {"query": d_model, "key": n_kv_heads * D, "value": n_kv_heads * D, "output": d_model}
    linear = {name: torch.nn.Linear(d_model, width, bias=False) for name, width in widths.items()}
    with FlopCounterMode(display=False) as counter:
        Q, K, V = (linear[name](x).unflatten(-1, (-1, D)).transpose(1, 2) for name in ("query", "key", "value"))
        K, V = (part.repeat_interleave(H // n_kv_heads, dim=1) for part in (K, V))
        heads = (Q @ K.mT).softmax(-1) @ V
        y = linear["output"](heads.transpose(1, 2).flatten(-2))
        if mode == "training":
            y.sum().backward()
    flops = cost.model_cost(T, **CASE | {"n_kv_heads": n_kv_heads}, causal=False, mode=mode)["flops"]
    assert L * counter.get_total_flops() == flops["plain"] + flops["projections"]
    # Of seven products of a tiled training step, six are the plain ones and one makes the scores again.
    assert flops["tiled"] * (6 if mode == "training" else 7) == flops["plain"] * 7


def test_all_heads_of_their_own_are_the_four_projections():
    assert cost.grouped_projection_flops(7, 4, 4, 8) == cost.projection_flops(7, 32)


@pytest.mark.parametrize("way", ["plain", "tiled"])
@pytest.mark.parametrize("mode", cost.MODES)
def test_longest_T_fits_and_the_next_does_not(mode, way):
    budget = 10**8

    def used(T):
        return sum(cost.model_cost(T, **CASE, mode=mode)["bytes"][way].values())

    longest = cost.longest_T(budget, way, **CASE, mode=mode)
    assert used(longest) <= budget < used(longest + 1)


def test_longest_T_at_its_ends():
    assert cost.longest_T(1, "plain", **CASE) == 0
    assert cost.longest_T(10**9, "plain", limit=1000, **CASE, window=8, mode="decode") == 1000


def test_bottleneck_is_the_largest_part():
    long = cost.model_cost(8192, **CASE)["bytes"]
    assert (cost.bottleneck(long["plain"]), cost.bottleneck(long["tiled"])) == ("scores", "query_output")
    assert cost.bottleneck(cost.model_cost(8192, **CASE, mode="decode")["bytes"]["tiled"]) == "key_value"


def lowers_with_distance(bias):
    """The nearer of two keys never has the smaller bias, and the own key has none."""
    steps = np.diff(bias, axis=-1)  # (H, T, S - 1)
    past = np.tril(np.ones(steps.shape[-2:], dtype=bool), k=bias.shape[-1] - bias.shape[-2] - 1)
    return (steps[:, past] > 0).all() and (steps[:, ~past] < 0).all()


def test_alibi_lowers_distant_keys():
    bias = positions.alibi_bias(4, 7, n_heads=8)
    assert bias.shape == (8, 4, 7)
    assert lowers_with_distance(bias)
    assert not lowers_with_distance(-bias), "a flipped sign must be noticed"
    assert (np.diagonal(bias, offset=3, axis1=-2, axis2=-1) == 0).all()
    assert np.array_equal(positions.alibi_slopes(8), 0.5 ** np.arange(1, 9))
    assert np.array_equal(bias[:, 0, 0] / bias[:, 0, 2], np.full(8, 3.0)), "linear in the distance"


@pytest.mark.parametrize(("call", "says"), [(lambda: positions.alibi_slopes(6), "head 수 6"), (lambda: positions.alibi_bias(5, 3), "S=3")])
def test_alibi_refuses(call, says):
    with pytest.raises(ValueError, match=says):
        call()
