"""Properties of `numpy_attention.py` over random sizes, values and masks.

Each property is a function of an implementation and a case. It must hold for the book's code in every case tried, and
for a deliberately broken implementation some case must violate it: a property that nothing violates checks nothing.
"""

import math
import re
import sys
from pathlib import Path

import hypothesis
import numpy as np
import pytest
from hypothesis import strategies as st

LABS = Path(__file__).resolve().parent.parent / "labs" / "architectures" / "transformers"
sys.path[:0] = [str(LABS), str(LABS / "exercises")]  # the lab code, and the slow loops of the graders

import numpy_attention as na
import reference

SETTINGS = hypothesis.settings(derandomize=True, max_examples=40, deadline=None, database=None)


@st.composite
def cases(draw, scales=(0.1, 1.0, 3.0)):
    """Random Q, K, V and mask with leading axes; X, weights and a context for the multi-head code."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    batch = draw(st.sampled_from([(), (2,), (2, 3)]))
    T, S, D, Dv = (draw(st.integers(1, 6)) for _ in range(4))
    n_heads, width = draw(st.integers(1, 4)), 2 * draw(st.integers(1, 3))
    d_model, scale = n_heads * width, draw(st.sampled_from(scales))

    def normal(*shape):
        return scale * rng.normal(size=shape)

    return {
        "Q": normal(*batch, T, D), "K": normal(*batch, S, D), "V": normal(*batch, S, Dv),
        "mask": rng.random((*batch, T, S)) < draw(st.sampled_from([0.3, 0.7, 1.0])),
        "X": normal(*batch, T, d_model), "context": normal(*batch, S, d_model),
        "W": [rng.normal(size=(d_model, d_model)) / math.sqrt(d_model) for _ in range(4)],
        "n_heads": n_heads, "rng": rng,
    }  # fmt: skip


def holds(prop, implementation, strategy=None):
    """Try the property on many cases."""

    @SETTINGS
    @hypothesis.given(cases() if strategy is None else strategy)
    def every(case):
        assert prop(implementation, case)

    every()


def fails_somewhere(prop, implementation, strategy=None):
    """The control: some case violates the property."""

    def violated(case):
        with np.errstate(all="ignore"):
            return not prop(implementation, case)

    hypothesis.find(cases() if strategy is None else strategy, violated, settings=SETTINGS)


# --- softmax and attention -------------------------------------------------------------------------------------------


def broken_attention(scores_of=None, weights_of=None):
    """The book's attention with its scores or its weights changed."""

    def attention(Q, K, V, mask=None):
        scores = Q @ K.swapaxes(-1, -2) / math.sqrt(Q.shape[-1])
        if scores_of:
            scores = scores_of(scores, mask)
        elif mask is not None:
            scores = np.where(mask, scores, -np.inf)
        weights = na.softmax(scores)
        if weights_of:
            weights = weights_of(weights, mask)
        return weights @ V, weights

    return attention


def naive_softmax(scores, axis=-1):
    exp = np.exp(scores)
    return exp / exp.sum(axis=axis, keepdims=True)


def no_empty_rows(scores, mask):
    """What a plain softmax does with a row of -inf."""
    return np.where(mask.any(axis=-1, keepdims=True), np.where(mask, scores, -np.inf), 0)


def shift_invariant(softmax, case):
    scores, shift = case["Q"], case["rng"].normal(size=(*case["Q"].shape[:-1], 1))
    return np.allclose(softmax(scores), softmax(scores + 100 * shift))


def sums_to_one_without_overflow(softmax, case):
    weights = softmax(1000 * case["Q"])
    return bool(np.isfinite(weights).all() and (weights >= 0).all() and np.allclose(weights.sum(axis=-1), 1))


def convex(attention, case):
    """Every output lies between the smallest and the largest value that its query sees, column by column."""
    output, weights = attention(case["Q"], case["K"], case["V"], case["mask"])
    seen = case["mask"][..., None]
    low = np.where(seen, case["V"][..., None, :, :], np.inf).min(axis=-2)
    high = np.where(seen, case["V"][..., None, :, :], -np.inf).max(axis=-2)
    inside = (output >= low - 1e-9) & (output <= high + 1e-9)
    rows = case["mask"].any(axis=-1)
    return bool(inside[rows].all() and (weights >= 0).all() and np.allclose(weights.sum(axis=-1)[rows], 1))


def key_order_is_forgotten(attention, case):
    order = case["rng"].permutation(case["K"].shape[-2])
    output, weights = attention(case["Q"], case["K"], case["V"], case["mask"])
    moved = attention(case["Q"], case["K"][..., order, :], case["V"][..., order, :], case["mask"][..., order])
    return np.allclose(moved[0], output) and np.allclose(moved[1], weights[..., order])


def query_order_is_followed(attention, case):
    order = case["rng"].permutation(case["Q"].shape[-2])
    output, weights = attention(case["Q"], case["K"], case["V"], case["mask"])
    moved = attention(case["Q"][..., order, :], case["K"], case["V"], case["mask"][..., order, :])
    return np.allclose(moved[0], output[..., order, :]) and np.allclose(moved[1], weights[..., order, :])


def hiding_helps_only_the_visible(attention, case):
    """Hiding more keys takes all their weight away and lowers no other weight."""
    fewer = case["mask"] & (case["rng"].random(case["mask"].shape) < 0.7)
    _, before = attention(case["Q"], case["K"], case["V"], case["mask"])
    _, after = attention(case["Q"], case["K"], case["V"], fewer)
    return bool((after[~fewer] == 0).all() and (after[fewer] >= before[fewer] - 1e-12).all())


def empty_rows_are_zero(attention, case):
    mask = case["mask"].copy()
    mask[..., 0, :] = False
    output, weights = attention(case["Q"], case["K"], case["V"], mask)
    return bool((output[..., 0, :] == 0).all() and (weights[..., 0, :] == 0).all() and np.isfinite(output).all())


def hidden_values_have_no_say(attention, case):
    """Changing what no query may see changes nothing, bit for bit."""
    mask = case["mask"].copy()
    mask[..., -1] = False
    K, V = case["K"].copy(), case["V"].copy()
    K[..., -1, :], V[..., -1, :] = 1e3, -1e3
    return np.array_equal(attention(case["Q"], K, V, mask)[0], attention(case["Q"], case["K"], case["V"], mask)[0])


def agrees_with_loops(attention, case):
    expected = reference.loop_attention(case["Q"], case["K"], case["V"], case["mask"])
    got = attention(case["Q"], case["K"], case["V"], case["mask"])
    return all(np.allclose(a, b, atol=1e-10) for a, b in zip(got, expected))


OVER_QUERIES = broken_attention(weights_of=lambda w, m: na.softmax(np.log(np.maximum(w, 1e-300)), axis=-2))
ADDED = broken_attention(scores_of=lambda s, m: s + m)
LATE = broken_attention(scores_of=lambda s, m: s, weights_of=lambda w, m: w * m * 1.1)
BY_PLACE = broken_attention(weights_of=lambda w, m: w * np.linspace(1, 2, w.shape[-1]))
BY_ROW = broken_attention(weights_of=lambda w, m: w * np.linspace(1, 2, w.shape[-2])[:, None])

PROPERTIES = [
    (shift_invariant, na.softmax, lambda s, axis=-1: s / s.sum(axis=axis, keepdims=True)),
    (sums_to_one_without_overflow, na.softmax, naive_softmax),
    (convex, na.attention, LATE),
    (key_order_is_forgotten, na.attention, BY_PLACE),
    (query_order_is_followed, na.attention, BY_ROW),
    (hiding_helps_only_the_visible, na.attention, ADDED),
    (empty_rows_are_zero, na.attention, broken_attention(scores_of=no_empty_rows)),
    (hidden_values_have_no_say, na.attention, ADDED),
    (agrees_with_loops, na.attention, OVER_QUERIES),
]


# --- heads, positions, cache -----------------------------------------------------------------------------------------


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
    return all(np.allclose(a, b, atol=1e-10) for a, b in zip(got, expected))


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


def float32_stays(attention, case):
    Q, K, V = (case[name].astype(np.float32) for name in "QKV")
    return all(part.dtype == np.float32 for part in attention(Q, K, V, case["mask"]))


def float32_stays_in_heads(multi_head, case):
    X, context, *W = (part.astype(np.float32) for part in (case["X"], case["context"], *case["W"]))
    return all(part.dtype == np.float32 for part in multi_head(X, *W, case["n_heads"], context=context))


def float32_stays_in_rope(rope, case):
    return rope(case["X"].astype(np.float32), np.arange(case["X"].shape[-2])).dtype == np.float32


def upcasting(function):
    """np.float64(1) times float32 is float64: the trap of np.sqrt."""

    def scaled(*inputs, **options):
        result = function(*inputs, **options)
        return tuple(part * np.float64(1) for part in result) if isinstance(result, tuple) else result * np.float64(1)

    return scaled


def inputs_stay(attention, case):
    before = [case[name].copy() for name in ("Q", "K", "V", "mask")]
    attention(case["Q"], case["K"], case["V"], case["mask"])
    return all(np.array_equal(old, case[name]) for old, name in zip(before, ("Q", "K", "V", "mask")))


def greedy(Q, K, V, mask):
    Q *= 2
    return na.attention(Q, K, V, mask)


PROPERTIES += [
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
    (float32_stays, na.attention, upcasting(na.attention)),
    (float32_stays_in_heads, na.multi_head_attention, upcasting(na.multi_head_attention)),
    (float32_stays_in_rope, na.rope, upcasting(na.rope)),
    (inputs_stay, na.attention, greedy),
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


# --- error messages --------------------------------------------------------------------------------------------------

Z = np.zeros
ERRORS = [
    (lambda: na.attention(Z((2, 5, 8)), Z((2, 7, 6)), Z((2, 7, 3))), ["(2, 5, 8)", "(2, 7, 6)", "폭"]),
    (lambda: na.attention(Z((5, 8)), Z((7, 8)), Z((6, 3))), ["(7, 8)", "(6, 3)", "길이"]),
    (lambda: na.attention(Z((2, 5, 8)), Z((3, 7, 8)), Z((3, 7, 8))), ["(2, 5, 8)", "(3, 7, 8)", "앞쪽 축"]),
    (lambda: na.attention(Z(8), Z((7, 8)), Z((7, 8))), ["(8,)", "두 축"]),
    (lambda: na.attention(Z((5, 8)), Z((0, 8)), Z((0, 3))), ["(0, 8)", "하나 이상"]),
    (lambda: na.attention(Z((5, 8), int), Z((7, 8)), Z((7, 3))), ["int64", "astype(float)"]),
    (lambda: na.attention(Z((5, 8)), Z((7, 8)), Z((7, 3)), Z((5, 7))), ["float64", "boolean"]),
    (lambda: na.attention(Z((5, 8)), Z((7, 8)), Z((7, 3)), Z((7, 5), bool)), ["(7, 5)", "(5, 7)"]),
    (lambda: na.attention(Z((5, 8)), Z((7, 8)), Z((7, 3)), Z((2, 5, 7), bool)), ["(2, 5, 7)", "(5, 7)"]),
    (lambda: na.causal_mask(5, 3), ["S=3", "T=5"]),
    (lambda: na.padding_mask([2, 9], 7), ["[2, 9]", "S=7"]),
    (lambda: na.padding_mask([1.5], 7), ["[1.5]", "정수"]),
    (lambda: na.split_heads(Z((5, 10)), 3), ["10", "3", "나누어떨어지는"]),
    (lambda: na.multi_head_attention(Z((5, 8)), *[Z((6, 6))] * 4, n_heads=2), ["(5, 8)", "(6, 6)", "Wq"]),
    (lambda: na.rope(Z((5, 7)), np.arange(5)), ["D=7", "짝수"]),
]


def answers(call, words):
    """A ValueError in Korean, in two sentences at most, that names what was seen."""
    try:
        call()
    except ValueError as error:
        text = str(error)
        sentences = re.findall(r"다\.(?:\s|$)", text)
        return bool(re.search("[가-힣]", text)) and len(sentences) in (1, 2) and all(word in text for word in words)
    return False


@pytest.mark.parametrize(("call", "words"), ERRORS, ids=[f"{i}-{words[0]}" for i, (_, words) in enumerate(ERRORS)])
def test_wrong_inputs_are_answered_in_korean(call, words):
    assert answers(call, words)


def test_numpys_own_answer_would_not_do():
    """Control: no error, NumPy's English error, or a missing shape is not accepted."""
    assert not answers(lambda: na.attention(Z((5, 8)), Z((7, 8)), Z((7, 3))), [])
    assert not answers(lambda: Z((5, 8)) + Z((7, 6)), ["(5,8)"])
    assert not answers(ERRORS[0][0], ["(9, 9)"])
