"""Tiles, windows, sparse and linear attention of `efficient_attention.py` against the plain attention and against autograd."""

import itertools

import numpy as np
import pytest
import torch

import efficient_attention as ea
import numpy_attention as na
from measure import peak_numpy

SHAPES = [((), 7, 7), ((2,), 5, 9), ((2, 3), 13, 13)]
RULES = list(itertools.product([False, True], [None, 1, 3, 50]))


def draw(batch, T, S, D=6, Dv=4, seed=0):
    rng = np.random.default_rng(seed)
    return [rng.normal(size=(*batch, n, width)) for n, width in ((T, D), (S, D), (S, Dv))]


def masks(batch, T, S):
    """None, a full mask with hidden rows and tiles, one query axis, one key axis."""
    rng = np.random.default_rng(1)
    full = rng.random((*batch, T, S)) < 0.4
    full[..., 1, :] = False
    full[..., : T // 2, : S // 2] = False
    return [None, full, rng.random((T, 1)) < 0.5, rng.random((1, S)) < 0.5]


def seen(mask, T, S, causal, window):
    rule = ea.band(np.arange(S - T, S), np.arange(S), causal, window)
    return rule if mask is None else rule & mask


def largest_gap(tiled, sizes=(1, 2, 3, 5, 8, 100)):
    """The largest difference from the plain attention over shapes, tile sizes, rules and masks."""
    gap = 0.0
    for (batch, T, S), size, (causal, window) in itertools.product(SHAPES, sizes, RULES):
        Q, K, V = draw(batch, T, S)
        for mask in masks(batch, T, S):
            expected = na.attention(Q, K, V, np.broadcast_to(seen(mask, T, S, causal, window), (*batch, T, S)))[0]
            output = tiled(Q, K, V, mask, causal, window, size)[0]
            gap = max(gap, np.nan_to_num(np.abs(output - expected), nan=np.inf).max())
    return gap


def test_any_tile_size_gives_the_plain_result():
    assert largest_gap(ea.tiled_attention) < 1e-13


def test_a_window_one_key_too_wide_is_noticed():
    def wide(Q, K, V, mask, causal, window, size):
        return ea.tiled_attention(Q, K, V, mask, causal, window and window + 1, size)

    assert largest_gap(wide, sizes=(3,)) > 0.1


def test_infinity_minus_infinity_is_noticed(monkeypatch):
    """Control: without its guard, a hidden first tile makes NaN."""
    monkeypatch.setattr(np, "isneginf", lambda x: np.zeros(np.shape(x), dtype=bool))
    with np.errstate(invalid="ignore"):
        assert largest_gap(ea.tiled_attention, sizes=(3,)) == np.inf


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_large_scores_and_dtypes(dtype):
    Q, K, V = (part.astype(dtype) for part in draw((2,), 9, 9))
    output, lse = ea.tiled_attention(200 * Q, K, V, causal=True, size=4)
    expected = na.attention(200 * Q, K, V, na.causal_mask(9))[0]
    assert output.dtype == lse.dtype == dtype and np.isfinite(output).all()
    assert np.allclose(output, expected, atol=1e-4 if dtype == np.float32 else 1e-11)


def test_log_sum_exp_and_hidden_rows():
    Q, K, V = draw((2,), 5, 9)
    mask = masks((2,), 5, 9)[1]
    output, lse = ea.tiled_attention(Q, K, V, mask, size=4)
    scores = np.where(mask, Q @ K.swapaxes(-1, -2) / np.sqrt(6), -np.inf)
    assert np.allclose(lse, np.logaddexp.reduce(scores, axis=-1))
    assert (output[:, 1] == 0).all() and np.isneginf(lse[:, 1]).all()


def torch_gradients(Q, K, V, upstream, rule):
    leaves = [torch.tensor(part, requires_grad=True) for part in (Q, K, V)]
    output = torch.nn.functional.scaled_dot_product_attention(*leaves, attn_mask=torch.from_numpy(rule))
    output.backward(torch.from_numpy(upstream))
    return [leaf.grad.numpy() for leaf in leaves]


@pytest.mark.parametrize(("causal", "window"), RULES)
@pytest.mark.parametrize("size", [2, 5, 100])
def test_recomputed_backward_is_autograd(size, causal, window):
    batch, T, S = (2, 3), 6, 8
    Q, K, V = draw(batch, T, S)
    upstream = np.random.default_rng(2).normal(size=(*batch, T, 4))
    for mask in masks(batch, T, S)[:2]:
        rule = np.broadcast_to(seen(mask, T, S, causal, window), (*batch, T, S)).copy()
        output, lse = ea.tiled_attention(Q, K, V, mask, causal, window, size)
        ours = ea.tiled_backward(Q, K, V, output, lse, upstream, mask, causal, window, size)
        theirs = torch_gradients(Q, K, V, upstream, rule)
        assert all(np.allclose(a, b, atol=1e-12) for a, b in zip(ours, theirs, strict=True))
        assert (ours[0][~rule.any(axis=-1)] == 0).all()
    stale = ea.tiled_backward(Q, K, V, output, lse + 0.1, upstream, mask, causal, window, size)
    assert not np.allclose(stale[2], theirs[2], atol=1e-3), "control: another log-sum-exp gives another gradient"


def test_tile_scores_are_those_of_the_tiles_with_something_to_see():
    for (T, S), size, (causal, window) in itertools.product([(7, 7), (5, 9), (20, 20)], (1, 3, 8, 100), RULES):
        for mask in masks((), T, S)[:2]:
            rule = seen(mask, T, S, causal, window)
            parts = [rule[i : i + size, j : j + size] for i in range(0, T, size) for j in range(0, S, size)]
            expected = sum(part.size for part in parts if part.any())
            assert ea.tile_scores(T, S, size, mask, causal, window) == expected >= rule.sum()
            assert size > 1 or expected == rule.sum(), "tiles of one score are exactly the visible pairs"


def test_memory_grows_with_the_length_only():
    used = {T: peak_numpy(ea.tiled_attention, *draw((), T, T, 16, 16), size=64)[1] for T in (512, 1024)}
    plain = {T: peak_numpy(na.attention, *draw((), T, T, 16, 16))[1] for T in (512, 1024)}
    assert used[1024] < 2.1 * used[512] and plain[1024] > 3.9 * plain[512] and plain[1024] > 20 * used[1024]


def test_sparse_mask_by_hand():
    assert ea.sparse_mask(5, window=2, n_global=1).astype(int).tolist() == [
        [1, 1, 1, 1, 1], [1, 1, 1, 0, 0], [1, 1, 1, 1, 0], [1, 0, 1, 1, 1], [1, 0, 0, 1, 1],
    ]  # fmt: skip


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("size", [1, 4, 100])
def test_linear_attention_is_the_masked_product_of_features(size, causal):
    Q, K, V = draw((2, 3), 11, 11)
    phi_Q, phi_K = ea.elu_feature(Q), ea.elu_feature(K)
    weights = phi_Q @ phi_K.swapaxes(-1, -2)
    weights = np.tril(weights) if causal else weights
    expected = weights @ V / weights.sum(axis=-1, keepdims=True)
    assert np.allclose(ea.linear_attention(phi_Q, phi_K, V, causal, size), expected)
    assert not np.allclose(ea.linear_attention(phi_Q, phi_K, V, not causal, size), expected, atol=0.01)


def test_random_features_estimate_the_exponential():
    rng = np.random.default_rng(3)
    x, y = 0.5 * rng.normal(size=(2, 1, 4))
    products = [(ea.random_feature(x, w) @ ea.random_feature(y, w).T).item() for w in rng.normal(size=(20000, 8, 4))]
    exact = np.exp(x @ y.T).item()
    error = np.std(products) / np.sqrt(len(products))
    assert abs(np.mean(products) - exact) < 4 * error < 0.1
    assert (ea.elu_feature(10 * rng.normal(size=50)) > 0).all()


@pytest.mark.parametrize(
    ("options", "says"),
    [({"size": 0}, "size=0"), ({"window": 0}, "window=0"), ({"causal": True}, "S=3가 query 길이 T=5보다 짧다")],
)
def test_refusals_name_the_value(options, says):
    with pytest.raises(ValueError, match=says):
        ea.tiled_attention(*draw((), 5, 3), **options)
    with pytest.raises(ValueError, match=says):
        ea.tile_scores(5, 3, **options)


@pytest.mark.parametrize("place", [0, 1, 2])
def test_integers_are_refused_as_by_the_plain_attention(place):
    """The output takes the dtype of V: integers would have been cut off."""
    parts = draw((), 5, 5)
    parts[place] = np.arange(parts[place].size).reshape(parts[place].shape)
    with pytest.raises(ValueError, match=f"{'QKV'[place]}의 dtype은 int64"):
        ea.tiled_attention(*parts)


def test_additive_mask_is_refused():
    """Read as a boolean, -inf would open what it should hide."""
    with pytest.raises(ValueError, match="mask의 dtype은 float64"):
        ea.tiled_attention(*draw((), 5, 5), np.zeros((5, 5)))


@pytest.mark.parametrize(("T", "S"), [(5, 3), (3, 5)])
def test_causal_linear_attention_needs_one_length(T, S):
    Q, K, V = draw((), T, S, D=4)
    with pytest.raises(ValueError, match=f"{T}, {S}, {S}이다"):
        ea.linear_attention(ea.elu_feature(Q), ea.elu_feature(K), V, causal=True)
    assert ea.linear_attention(ea.elu_feature(Q), ea.elu_feature(K), V).shape == (T, 4), "without causal any lengths do"


@pytest.mark.parametrize("causal", [False, True])
def test_linear_attention_in_parts_of_nothing_is_refused(causal):
    with pytest.raises(ValueError, match="size=0"):
        ea.linear_attention(*draw((), 5, 5), causal=causal, size=0)
