"""How a property of `numpy_attention.py` is tried over random sizes, values and masks, and how its control is.

A property is a function of an implementation and a case. It must hold for the book's code in every case tried, and for a
deliberately broken implementation some case must violate it: a property that nothing violates checks nothing.
"""

import math

import hypothesis
import numpy as np
from hypothesis import strategies as st

SETTINGS = hypothesis.settings(derandomize=True, max_examples=20, deadline=None, database=None)


@st.composite
def cases(draw):
    """Random Q, K, V and mask with leading axes; X, weights and a context for the multi-head code."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    batch = draw(st.sampled_from([(), (2,), (2, 3)]))
    T, S, D, Dv = (draw(st.integers(1, 6)) for _ in range(4))
    n_heads, width = draw(st.integers(1, 4)), 2 * draw(st.integers(1, 3))
    d_model, scale = n_heads * width, draw(st.sampled_from([0.1, 1.0, 3.0]))

    def normal(*shape):
        return scale * rng.normal(size=shape)

    return {
        "Q": normal(*batch, T, D), "K": normal(*batch, S, D), "V": normal(*batch, S, Dv),
        "mask": rng.random((*batch, T, S)) < draw(st.sampled_from([0.3, 0.7, 1.0])),
        "X": normal(*batch, T, d_model), "context": normal(*batch, S, d_model),
        "W": [rng.normal(size=(d_model, d_model)) / math.sqrt(d_model) for _ in range(4)],
        "n_heads": n_heads, "rng": rng,
    }  # fmt: skip


def holds(prop, implementation):
    """Try the property on many cases."""

    @SETTINGS
    @hypothesis.given(cases())
    def every(case):
        assert prop(implementation, case)

    every()


def fails_somewhere(prop, implementation):
    """The control: some case violates the property."""

    def violated(case):
        with np.errstate(all="ignore"):
            return not prop(implementation, case)

    hypothesis.find(cases(), violated, settings=SETTINGS)


def upcasting(function):
    """np.float64(1) times float32 is float64: the trap of np.sqrt."""

    def scaled(*inputs, **options):
        result = function(*inputs, **options)
        return tuple(part * np.float64(1) for part in result) if isinstance(result, tuple) else result * np.float64(1)

    return scaled
