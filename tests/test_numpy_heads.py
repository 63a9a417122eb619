"""Properties of the heads, positions, masks and the KV cache in `numpy_attention.py`."""

import numpy as np
import pytest

import numpy_attention as na
import reference
from attention_cases import fails_somewhere, holds, upcasting


def split_then_merge_returns(pair, case):
    split, merge = pair
    heads = split(case["X"], case["n_heads"])
    *batch, T, d_model = case["X"].shape
    right_shape = heads.shape == (*batch, case["n_heads"], T, d_model // case["n_heads"])
    return right_shape and np.array_equal(merge(heads), case["X"])


def each_head_owns_its_columns(split, case):
    return np.array_equal(split(case["X"], case["n_heads"]), reference.loop_split(case["X"], case["n_heads"]))


def multi_head_agrees_with_loops(multi_head, case):
    expected = reference.loop_multi_head(case["X"], case["context"], *case["W"], case["n_heads"])
    got = multi_head(case["X"], *case["W"], case["n_heads"], context=case["context"])
    return all(np.allclose(a, b, atol=1e-10) for a, b in zip(got, expected, strict=True))


def self_attention_is_equivariant(multi_head, case):
    """f(PX) = P f(X) without positions."""
    order = case["rng"].permutation(case["X"].shape[-2])
    output, _ = multi_head(case["X"], *case["W"], case["n_heads"])
    return np.allclose(multi_head(case["X"][..., order, :], *case["W"], case["n_heads"])[0], output[..., order, :])


def with_positions(X, *rest, **options):
    return na.multi_head_attention(X + na.sinusoidal_encoding(np.arange(X.shape[-2]), X.shape[-1]), *rest, **options)


def reshape_only(X, n_heads):
    *batch, T, d_model = X.shape
    return X.reshape(*batch, n_heads, T, d_model // n_heads)


def rope_keeps_norms(rope, case):
    positions = 50 * case["rng"].normal(size=case["X"].shape[-2])
    return np.allclose(np.linalg.norm(rope(case["X"], positions), axis=-1), np.linalg.norm(case["X"], axis=-1))


def rope_scores_know_only_the_offset(rope, case):
    q, k = case["X"][..., :1, :], case["context"][..., :1, :]
    m, n, shift = case["rng"].integers(-50, 50, size=3)

    def score(at_q, at_k):
        return (rope(q, [at_q]) * rope(k, [at_k])).sum(axis=-1)

    return np.allclose(score(m, n), score(m + shift, n + shift))


def rope_agrees_with_complex_numbers(rope, case):
    positions = 50 * case["rng"].normal(size=case["X"].shape[-2])
    return np.allclose(rope(case["X"], positions), reference.loop_rope(case["X"], positions))


def half_split_rope(X, positions):
    """Pairs column i with i + D/2, as some libraries do: a rotation too, but not this one."""
    order = np.argsort(np.r_[np.arange(0, X.shape[-1], 2), np.arange(1, X.shape[-1], 2)])
    return na.rope(X[..., order], positions)[..., np.argsort(order)]


def sinusoids_know_only_the_offset(encode, case):
    m, n, shift = case["rng"].normal(size=3)
    at = encode(np.array([m, n, m + shift, n + shift]), case["X"].shape[-1])
    return np.allclose(at[0] @ at[1], at[2] @ at[3]) and np.allclose(at[:, 0::2] ** 2 + at[:, 1::2] ** 2, 1)


def decoding_equals_the_full_computation(step, case):
    """One token at a time with a cache, against causal attention over everything, for the first sentence of the batch."""
    X = case["X"].reshape(-1, *case["X"].shape[-2:])[0]
    cache, outputs = None, []
    for t in range(len(X)):
        old = None if cache is None else [part.copy() for part in cache]
        output, new = step(X[t : t + 1], cache, *case["W"], case["n_heads"])
        if cache is not None and not all(map(np.array_equal, old, cache)):
            return False
        cache = new
        outputs.append(output)
    full, _ = na.multi_head_attention(X, *case["W"], case["n_heads"], mask=na.causal_mask(len(X)))
    return np.allclose(np.concatenate(outputs), full) and cache[0].shape[-2] == len(X)


def forgetful_step(x, cache, *rest):
    return na.decode_step(x, None if cache is None else tuple(part[..., -1:, :] for part in cache), *rest)


def chunks_line_up(causal_mask, case):
    """The mask of the last T of S queries is the foot of the whole mask; a query sees itself and as many keys as came before."""
    T, S = case["Q"].shape[-2], case["Q"].shape[-2] + case["K"].shape[-2]
    mask, whole = causal_mask(T, S), causal_mask(S)
    return np.array_equal(mask, whole[S - T :]) and np.array_equal(whole.sum(axis=1), np.arange(1, S + 1))


def padding_counts(padding_mask, case):
    S = case["K"].shape[-2]
    lengths = case["rng"].integers(0, S + 1, size=5)
    mask = padding_mask(lengths, S)
    first = all(mask[b, 0, :n].all() and not mask[b, 0, n:].any() for b, n in enumerate(lengths))
    return mask.shape == (5, 1, S) and mask.dtype == bool and first


def float32_stays_in_heads(multi_head, case):
    X, context, *W = (part.astype(np.float32) for part in (case["X"], case["context"], *case["W"]))
    return all(part.dtype == np.float32 for part in multi_head(X, *W, case["n_heads"], context=context))


def float32_stays_in_rope(rope, case):
    return rope(case["X"].astype(np.float32), np.arange(case["X"].shape[-2])).dtype == np.float32


PROPERTIES = [
    (split_then_merge_returns, (na.split_heads, na.merge_heads), (reshape_only, na.merge_heads)),
    (each_head_owns_its_columns, na.split_heads, reshape_only),
    (multi_head_agrees_with_loops, na.multi_head_attention, with_positions),
    (self_attention_is_equivariant, na.multi_head_attention, with_positions),
    (rope_keeps_norms, na.rope, lambda X, positions: X + na.sinusoidal_encoding(positions, X.shape[-1])),
    (rope_scores_know_only_the_offset, na.rope, lambda X, positions: X + na.sinusoidal_encoding(positions, X.shape[-1])),
    (rope_agrees_with_complex_numbers, na.rope, half_split_rope),
    (sinusoids_know_only_the_offset, na.sinusoidal_encoding, lambda p, D: na.sinusoidal_encoding(p**2, D)),
    (decoding_equals_the_full_computation, na.decode_step, forgetful_step),
    (chunks_line_up, na.causal_mask, lambda T, S=None: np.tril(np.ones((T, S or T), dtype=bool))),
    (padding_counts, na.padding_mask, lambda lengths, S: (np.arange(S) <= lengths[:, None])[:, None, :]),
    (float32_stays_in_heads, na.multi_head_attention, upcasting(na.multi_head_attention)),
    (float32_stays_in_rope, na.rope, upcasting(na.rope)),
]


@pytest.mark.parametrize(("prop", "right"), [(p, r) for p, r, _ in PROPERTIES], ids=[p.__name__ for p, *_ in PROPERTIES])
def test_property(prop, right):
    holds(prop, right)


@pytest.mark.parametrize(("prop", "broken"), [(p, b) for p, _, b in PROPERTIES], ids=[p.__name__ for p, *_ in PROPERTIES])
def test_property_can_fail(prop, broken):
    """Control: the broken implementation is found out."""
    fails_somewhere(prop, broken)


def test_multi_head_accepts_a_mask_per_sentence():
    """A (B, 1, T, S) mask hides the same keys in every head, and only there."""
    rng = np.random.default_rng(0)
    X, W = rng.normal(size=(2, 5, 12)), rng.normal(size=(4, 12, 12))
    mask = na.causal_mask(5) & na.padding_mask([5, 3], 5)[:, None]
    _, weights = na.multi_head_attention(X, *W, n_heads=3, mask=mask)
    assert weights.shape == (2, 3, 5, 5) and np.array_equal(weights > 0, np.broadcast_to(mask, weights.shape))
    _, open_weights = na.multi_head_attention(X, *W, n_heads=3)
    assert not np.array_equal(open_weights > 0, np.broadcast_to(mask, weights.shape))
