"""What the widgets compute and show is what the book's Python computes, to 1e-12, over random inputs.

The modules are asked for their functions in a real browser, and the built chapter's widgets for the numbers that they
show. Both are compared with `numpy_attention.py`, `positions.py` and `attention_cost.py`. The controls change one side alone.
"""

import json
import math
import random
import shutil
import sys

import numpy as np
import pytest

import attention_cost
import numpy_attention
import positions
from tests.browser import chrome

sys.path.insert(0, str(chrome.ROOT / "web"))
import examples

SOURCE = chrome.ROOT / "web" / "src"
CALL = "async ([module, name, list]) => { const f = (await import(module))[name]; return list.map(a => f(...a)) }"
ROUNDS = 60


@pytest.fixture
def modules(browser, tmp_path):
    """A page from which the modules can be imported; `modules(file, old, new)` changes one of them first."""
    shutil.copytree(SOURCE, tmp_path, dirs_exist_ok=True)
    (tmp_path / "index.html").write_text("<!doctype html><title>.</title>", "utf-8")
    with chrome.serve(tmp_path) as origin, chrome.visit(browser, origin, "index.html") as visit:

        def change(file, old, new):
            path = tmp_path / "widgets" / file
            text = path.read_text("utf-8")
            assert text.count(old) == 1, old
            path.write_text(text.replace(old, new), "utf-8")

        def call(file, name, arguments):
            """The function's answers to a list of argument lists."""
            return visit.page.evaluate(CALL, [f"/widgets/{file}", name, json.loads(json.dumps(arguments))])

        call.change = change
        yield call


def same(seen, expected):
    np.testing.assert_allclose(np.asarray(seen, float), np.asarray(expected, float), rtol=1e-12, atol=1e-12)


def attention_parity(call):
    rng = np.random.default_rng(0)
    cases = []
    for _ in range(ROUNDS):
        T, S, D, Dv = rng.integers(1, 13, 4)
        Q, K, V = (rng.choice([0.1, 1, 5]) * rng.normal(size=shape) for shape in ((T, D), (S, D), (S, Dv)))
        cases.append((Q, K, V, rng.random((T, S)) < rng.choice([0.2, 0.7, 1]), math.sqrt(D) * 2 ** rng.uniform(-4, 4)))
    heated = call("math.js", "attention", [[Q.tolist(), K.tolist(), V.tolist(), mask.tolist(), tau] for Q, K, V, mask, tau in cases])
    plain = call("math.js", "attention", [[Q.tolist(), K.tolist(), V.tolist(), mask.tolist()] for Q, K, V, mask, _ in cases])
    for (Q, K, V, mask, tau), hot, book in zip(cases, heated, plain, strict=True):
        scores = np.where(mask, Q @ K.T / tau, -np.inf)  # (T, S)
        weights = numpy_attention.softmax(scores)  # (T, S)
        same(hot["scores"], scores)
        same(hot["weights"], weights)
        same(hot["output"], weights @ V)
        output, weights = numpy_attention.attention(Q, K, V, mask)
        same(book["weights"], weights)
        same(book["output"], output)
    W, V = weights, cases[-1][2]
    logs = np.log(np.where(W > 0, W, 1))
    same(call("math.js", "entropy", [[w] for w in W.tolist()]), -(W * logs).sum(axis=1))
    sums = np.cumsum(W[:, :, None] * V, axis=1)  # (T, S, Dv)
    same([rows[1:] for rows in call("math.js", "partialSums", [[w, V.tolist()] for w in W.tolist()])], sums)
    seen = rng.random(9) < 0.6
    same(
        call("math.js", "makeMask", [[seen.tolist(), False], [seen.tolist(), True]]),
        [seen & np.ones((9, 9), bool), seen & numpy_attention.causal_mask(9)],
    )


def position_parity(call):
    rng = np.random.default_rng(1)
    asked = {name: ([], []) for name in ("sinusoidal", "rope", "alibiSlope", "positionScore")}  # arguments and the book's answers

    def ask(name, arguments, answer):
        asked[name][0].append(arguments)
        asked[name][1].append(answer)

    for _ in range(ROUNDS):
        D, (m, n) = 2 * int(rng.integers(1, 13)), rng.uniform(-64, 64, 2).round(rng.integers(0, 3)).tolist()
        q, k = rng.normal(size=(2, D))
        head = int(rng.integers(1, 9))
        slope = positions.alibi_slopes(8)[head - 1]
        code = numpy_attention.sinusoidal_encoding([m, n], D)  # (2, D)
        turned = [numpy_attention.rope(x[None], [p])[0] for x, p in ((q, m), (k, n))]  # 2 x (D,)
        ask("sinusoidal", [m, D], code[0])
        ask("rope", [q.tolist(), m], turned[0])
        ask("alibiSlope", [head, 8], slope)
        scores = {"sinusoidal": (q + code[0]) @ (k + code[1]), "rope": turned[0] @ turned[1], "alibi": q @ k}
        for method, score in scores.items():
            bias = -slope * abs(m - n) if method == "alibi" else 0
            ask("positionScore", [method, q.tolist(), k.tolist(), m, n, slope], score / math.sqrt(D) + bias)
    for m, n in np.ndindex(6, 6):
        ask("positionScore", ["alibi", [0, 0], [0, 0], m, n, positions.alibi_slopes(8)[2]], positions.alibi_bias(6)[2, m, n])
    for name, (arguments, answers) in asked.items():
        for seen, answer in zip(call("math.js", name, arguments), answers, strict=True):
            same(seen, answer)


def random_case(rng):
    n_kv_heads = rng.choice([1, 2, 4, 8])
    return {
        "n_layers": rng.randint(1, 100), "n_heads": n_kv_heads * rng.randint(1, 8), "n_kv_heads": n_kv_heads,
        "head_dim": rng.choice([1, 32, 64, 80, 128]), "batch": rng.randint(1, 64),
        "dtype": rng.choice(list(attention_cost.DTYPE_BYTES)), "window": rng.choice([None, 1, rng.randint(1, 10000)]),
        "causal": rng.random() < 0.5, "mode": rng.choice(attention_cost.MODES),
    }  # fmt: skip


def cost_parity(call):
    rng = random.Random(2)
    cases = [(int(2 ** rng.uniform(0, 20)), rng.randint(10**6, 10**12), random_case(rng)) for _ in range(ROUNDS)]
    seen = call("cost.js", "modelCost", [[T, case] for T, _, case in cases])
    expected = [attention_cost.model_cost(T, **case) for T, _, case in cases]
    for ours, book in zip(seen, expected, strict=True):
        for kind in ("bytes", "flops"):
            assert ours[kind].keys() == book[kind].keys()
        same(list(ours["flops"].values()), list(book["flops"].values()))
        for way in ("plain", "tiled"):
            assert ours["bytes"][way].keys() == book["bytes"][way].keys()
            same(list(ours["bytes"][way].values()), list(book["bytes"][way].values()))
    for way in ("plain", "tiled"):
        longest = call("cost.js", "longestT", [[budget, way, case] for _, budget, case in cases])
        assert longest == [attention_cost.longest_T(budget, way, **case) for _, budget, case in cases]
        memory = [book["bytes"][way] for book in expected]
        assert call("cost.js", "bottleneck", [[part] for part in memory]) == [attention_cost.bottleneck(part) for part in memory]
        same(call("cost.js", "total", [[part] for part in memory]), [sum(part.values()) for part in memory])


PARITIES = {"attention": attention_parity, "position": position_parity, "cost": cost_parity}


@pytest.mark.parametrize("name", PARITIES)
def test_modules_compute_what_the_book_computes(modules, name):
    PARITIES[name](modules)


BROKEN = {
    "temperature": ("attention", "math.js", "dot(q, k) / tau", "dot(q, k) / (tau + 1e-9)"),
    "row without keys": ("attention", "math.js", "(total || 1)", "total"),
    "mask ignored": ("attention", "math.js", "mask[t][s] ?", "true ?"),
    "entropy in bits": ("attention", "math.js", "p * Math.log(p)", "p * Math.log2(p)"),
    "causal off by one": ("attention", "math.js", "s <= t", "s < t"),
    "base": ("position", "math.js", "10000 **", "10001 **"),
    "turned the other way": ("position", "math.js", "even * Math.cos(angle) - odd", "even * Math.cos(angle) + odd"),
    "distant keys favoured": ("position", "math.js", "- slope * Math.abs", "+ slope * Math.abs"),
    "slopes": ("position", "math.js", "(-8 * head)", "(-4 * head)"),
    "window too wide": ("cost", "cost.js", "window ?? S", "(window ?? S) + 1"),
    "forward only": ("cost", "cost.js", "training ? 7 : 2", "training ? 6 : 2"),
    "tile in half precision": ("cost", "cost.js", "DTYPE_BYTES.float32", "bytes"),
    "does not quite fit": ("cost", "cost.js", "<= budget", "<= 1.01 * budget"),
}


@pytest.mark.parametrize(("name", "file", "old", "new"), BROKEN.values(), ids=BROKEN)
def test_a_change_in_the_page_alone_is_noticed(modules, name, file, old, new):
    modules.change(file, old, new)
    with pytest.raises(AssertionError):
        PARITIES[name](modules)


@pytest.mark.parametrize(
    ("name", "module", "function"),
    [
        ("attention", numpy_attention, "softmax"),
        ("position", numpy_attention, "rotation_angles"),
        ("position", positions, "alibi_slopes"),
        ("cost", attention_cost, "staircase"),
        ("cost", attention_cost, "kv_cache_bytes"),
    ],
)
def test_a_change_in_the_book_alone_is_noticed(modules, monkeypatch, name, module, function):
    right = getattr(module, function)
    monkeypatch.setattr(module, function, lambda *args, **options: right(*args, **options) * (1 + 1e-10))
    with pytest.raises(AssertionError):
        PARITIES[name](modules)


def test_examples_are_those_that_python_writes():
    assert examples.TARGET.read_text("utf-8") == examples.source(), "python web/examples.py로 다시 쓴다."
