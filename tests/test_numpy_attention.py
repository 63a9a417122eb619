"""Properties of softmax and attention in `numpy_attention.py`, and the answers to wrong inputs."""

import math
import re

import numpy as np
import pytest

import numpy_attention as na
import reference
from attention_cases import fails_somewhere, holds, upcasting


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
    return all(np.allclose(a, b, atol=1e-10) for a, b in zip(got, expected, strict=True))


def float32_stays(attention, case):
    Q, K, V = (case[name].astype(np.float32) for name in "QKV")
    return all(part.dtype == np.float32 for part in attention(Q, K, V, case["mask"]))


def inputs_stay(attention, case):
    before = [case[name].copy() for name in ("Q", "K", "V", "mask")]
    attention(case["Q"], case["K"], case["V"], case["mask"])
    return all(np.array_equal(old, case[name]) for old, name in zip(before, ("Q", "K", "V", "mask"), strict=True))


def greedy(Q, K, V, mask):
    Q *= 2
    return na.attention(Q, K, V, mask)


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
    (float32_stays, na.attention, upcasting(na.attention)),
    (inputs_stay, na.attention, greedy),
]


@pytest.mark.parametrize(("prop", "right"), [(p, r) for p, r, _ in PROPERTIES], ids=[p.__name__ for p, *_ in PROPERTIES])
def test_property(prop, right):
    holds(prop, right)


@pytest.mark.parametrize(("prop", "broken"), [(p, b) for p, _, b in PROPERTIES], ids=[p.__name__ for p, *_ in PROPERTIES])
def test_property_can_fail(prop, broken):
    """Control: the broken implementation is found out."""
    fails_somewhere(prop, broken)


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
