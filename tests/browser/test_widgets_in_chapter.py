"""The widgets of the built chapter: the numbers that a reader sees are the book's; contrast, width, weight."""

import gzip
import math
import random
import re
import sys

import numpy as np
import pytest

import attention_cost
import numpy_attention
import positions
from gate.book import Book
from tests.browser import checks, chrome

sys.path.insert(0, str(chrome.ROOT / "web"))
import examples

CHAPTER = "transformers/attention"
TAGS = ("attention-explorer", "position-explorer", "cost-calculator")
BUDGET = 12_000  # bytes, compressed: all that the three widgets need beside their colours
SET = """([tag, values]) => { const { ui } = document.querySelector(tag);
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'boolean') ui[name].checked = value; else ui[name].value = value;
    ui[name].dispatchEvent(new Event('input', { bubbles: true }));
  }
  return new Promise(done => requestAnimationFrame(() => setTimeout(done, 5))); }"""  # the last table follows a frame later
BODY = "table => [...table.tBodies[0].rows].map(row => [...row.cells].map(cell => cell.firstChild?.textContent ?? ''))"
UNITS = {unit: 1000**power for power, unit in enumerate(["", "k", "M", "G", "T", "P", "E", "Z", "Y"])}
TOO_WIDE = """tag => [...document.querySelectorAll(`${tag} :is(td, th, caption, p, label)`)]
  .filter(e => e.offsetParent && (e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > innerWidth)).map(e => `${e.textContent} ${e.scrollWidth} > ${e.clientWidth}`)"""


@pytest.fixture
def chapter(opened):
    with opened(CHAPTER) as visit:
        yield visit.page


def put(page, tag, **values):
    page.evaluate(SET, [tag, values])


def result(page, tag):
    return page.evaluate("tag => document.querySelector(tag).result", tag)


def body(page, tag, name):
    return page.locator(f"{tag} [data-ui={name}]").evaluate(BODY)


def number(text):
    """The value of a printed number, and half a unit of its last digit."""
    text = text.replace("−", "-").replace("∞", "inf")
    decimals = len(text.partition(".")[2])
    return float(text), 0.5 * 10**-decimals


def assert_printed(texts, values):
    for text, value in zip(texts, np.ravel(values), strict=True):
        printed, half = number(text)
        assert printed == value or abs(printed - value) <= half + 1e-9, (text, value)


def attention_inputs(example, real, pads, front):
    """The explorer's Q, K and V and where its tokens are, made from the example in Python."""
    arrays = [np.array(example[name][:real], dtype=float) for name in "QKV"]
    padding = ((pads, 0) if front else (0, pads), (0, 0))
    return [np.pad(array, padding) for array in arrays], np.pad(np.ones(real, bool), padding[0])


def random_attention_state(rng):
    which = rng.randrange(4)
    real = rng.randint(1, len(examples.examples()["attention"][which]["tokens"]))
    return {
        "example": which, "tokens": real, "pads": rng.randint(0, min(4, 12 - real)), "front": rng.random() < 0.5,
        "causal": rng.random() < 0.5, "hide": rng.random() < 0.5, "heat": round(rng.uniform(-4, 4), 2) // 0.05 * 0.05,
    }  # fmt: skip


def check_attention(page, state, t):
    put(page, TAGS[0], **state)
    put(page, TAGS[0], query=t)
    shown, example = result(page, TAGS[0]), examples.examples()["attention"][state["example"]]
    (Q, K, V), token = attention_inputs(example, state["tokens"], state["pads"], state["front"])
    T = len(Q)
    seen = np.tile(token | (not state["hide"]), (T, 1))
    if state["causal"]:
        seen &= numpy_attention.causal_mask(T)
    scores = np.where(seen, Q @ K.T / shown["tau"], -np.inf)  # (T, T)
    weights = numpy_attention.softmax(scores)  # (T, T)
    output, w = weights @ V, weights[t]
    assert abs(shown["tau"] - math.sqrt(Q.shape[1]) * 2 ** state["heat"]) < 1e-9
    for name, expected in (("scores", scores), ("weights", weights), ("output", output)):
        np.testing.assert_allclose(shown[name], expected, rtol=1e-12, atol=1e-12)
        if name != "output":
            for row, values in zip(body(page, TAGS[0], name), expected, strict=True):
                assert_printed(row[1:], values)
    *rows, total = body(page, TAGS[0], "chain")
    exps = np.exp(scores[t] - max(scores[t].max(), -1e300))
    assert_printed([cell for row in rows for cell in row[1:]], np.stack([Q[t] @ K.T, scores[t], exps, w], axis=1))
    assert_printed(total[3:], [exps.sum(), w.sum()])
    *rows, total = body(page, TAGS[0], "sums")
    assert_printed([row[1] for row in rows], w)
    assert_printed([cell.split("= ")[-1] for row in rows for cell in row[2:]], w[:, None] * V)
    assert_printed(total[1:], [w.sum(), *output[t]])
    facts = page.locator(f"{TAGS[0]} dd").all_inner_texts()
    visible = int(seen[t].sum())
    assert_printed([facts[0], facts[1], facts[3]], [visible, -(w * np.log(np.where(w > 0, w, 1))).sum(), w.max()])
    assert facts[2] == "없음" if visible == 0 else abs(number(facts[2])[0] - math.log(visible)) <= 0.005


def test_attention_explorer_shows_the_books_numbers(chapter):
    rng = random.Random(3)
    for _ in range(25):
        state = random_attention_state(rng)
        check_attention(chapter, state, rng.randrange(state["tokens"] + state["pads"]))


def test_default_temperature_is_the_books_attention(chapter):
    shown, example = result(chapter, TAGS[0]), examples.examples()["attention"][0]
    (Q, K, V), token = attention_inputs(example, 8, 2, False)
    output, weights = numpy_attention.attention(Q, K, V, numpy_attention.padding_mask([8], 10)[0])
    np.testing.assert_allclose(shown["weights"], weights, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(shown["output"], output, rtol=1e-12, atol=1e-12)


def test_position_explorer_shows_the_books_numbers(chapter):
    rng = random.Random(4)
    q, k = (np.array(examples.examples()["position"][name]) for name in "qk")
    for _ in range(25):
        m, n, head = rng.randrange(64), rng.randrange(64), rng.randint(1, 8)
        method = rng.choice(["sinusoidal", "rope", "alibi"])
        chapter.evaluate(f"document.querySelector('position-explorer [value={method}]').checked = true")
        put(chapter, TAGS[1], m=m, n=n, head=head)

        def score(m, n, method=method, head=head):
            if method == "alibi":
                return q @ k / 4 + positions.alibi_bias(64)[head - 1, m, n]
            if method == "rope":
                return (numpy_attention.rope(q[None], [m]) @ numpy_attention.rope(k[None], [n]).T).item() / 4
            return (q + numpy_attention.sinusoidal_encoding([m], 16)[0]) @ (k + numpy_attention.sinusoidal_encoding([n], 16)[0]) / 4

        shown = result(chapter, TAGS[1])
        assert (shown["m"], shown["n"]) == (m, n)
        np.testing.assert_allclose(shown["score"], score(m, n), rtol=1e-12, atol=1e-12)
        for row, (a, b, value) in zip(body(chapter, TAGS[1], "pairs"), shown["pairs"], strict=True):
            assert a - b == m - n
            np.testing.assert_allclose(value, score(a, b), rtol=1e-12, atol=1e-12)
            assert_printed(row, [a, b, m - n, score(a, b)])


def assert_scaled(text, value):
    """A number with a unit, printed with three digits."""
    printed, unit = re.fullmatch(r"([\d.]+) (\w?)(?:B|FLOPs)", text).groups()
    assert abs(float(printed) * UNITS[unit] - value) <= 0.005 * value


def formula_values(page, name):
    """What the formulas beside the numbers of a table come to."""
    smalls = page.locator(f"{TAGS[2]} [data-ui={name}] td small").all_inner_texts()
    return [eval(text.split("=")[1].replace("·", "*")) for text in smalls]


def test_cost_calculator_shows_the_books_numbers(chapter):
    rng = random.Random(5)
    for _ in range(25):
        heads = rng.choice([1, 2, 4, 8])
        values = {
            "T": rng.randint(1, 200000), "n_layers": rng.randint(1, 96), "n_heads": heads * rng.randint(1, 8), "n_kv_heads": heads,
            "head_dim": rng.choice([32, 64, 128]), "batch": rng.randint(1, 64), "dtype": rng.choice(list(attention_cost.DTYPE_BYTES)),
            "window": rng.choice(["", rng.randint(1, 9999)]), "mode": rng.choice(attention_cost.MODES), "causal": rng.random() < 0.5,
            "GB": rng.randint(1, 200),
        }  # fmt: skip
        put(chapter, TAGS[2], **values)
        case = {name: value for name, value in values.items() if name not in ("T", "GB")}
        case["window"] = values["window"] or None
        case["causal"] |= values["mode"] != "training"
        book = attention_cost.model_cost(values["T"], **case)
        call = chapter.locator(f"{TAGS[2]} [data-ui=python]").inner_text()
        assert eval(call, {"model_cost": attention_cost.model_cost}) == book
        assert result(chapter, TAGS[2])["bytes"] == book["bytes"]

        pairs = [book["bytes"][way][name] for name in attention_cost.MEMORY for way in ("plain", "tiled")]
        flops = [book["flops"][name] for name in ("plain", "tiled", "projections", "projections")]
        assert formula_values(chapter, "memory") == pairs
        assert formula_values(chapter, "work") == flops
        *rows, total, longest = body(chapter, TAGS[2], "memory")
        texts = [cell for row in rows for cell in row[1:]] + [cell for row in body(chapter, TAGS[2], "work") for cell in row[1:]]
        for text, value in zip(
            texts + total[1:], pairs + flops + [sum(book["bytes"][way].values()) for way in ("plain", "tiled")], strict=True
        ):
            assert_scaled(text, value)
        assert longest[1:] == [longest_text(values["GB"], way, case) for way in ("plain", "tiled")]
        for name, key_value, projections, most in body(chapter, TAGS[2], "kinds"):
            group = case | {"n_kv_heads": int(name.split("= ")[1])}
            cost = attention_cost.model_cost(values["T"], **group)
            assert_scaled(key_value, cost["bytes"]["plain"]["key_value"])
            assert_scaled(projections, cost["flops"]["projections"])
            assert most == longest_text(values["GB"], "tiled", group)
        marked = chapter.locator(f"{TAGS[2]} [data-ui=memory] tbody tr").evaluate_all(
            "rows => [1, 2].map(way => rows.findIndex(row => row.cells[way].className))"
        )
        assert [attention_cost.MEMORY[place] for place in marked] == [
            attention_cost.bottleneck(book["bytes"][way]) for way in ("plain", "tiled")
        ]


def longest_text(GB, way, case):
    longest = attention_cost.longest_T(GB * 10**9, way, **case)
    return "끝없이" if longest == 2**30 else str(longest)


def test_another_number_than_the_books_would_be_seen(chapter):
    """The control: the checks above look at what is printed."""
    chapter.evaluate("document.querySelector('attention-explorer [data-ui=weights] tbody td').textContent = '0.99'")
    with pytest.raises(AssertionError):
        assert_printed(body(chapter, TAGS[0], "weights")[0][1:], result(chapter, TAGS[0])["weights"][0])


WIDEST = {"example": 1, "tokens": 9, "pads": 3, "front": True, "causal": True}


@pytest.mark.parametrize("width", [360, 768, 1280])
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_largest_widgets_are_legible_and_fit(opened, width, dark):
    with opened(CHAPTER, width=width, dark=dark) as visit:
        page = visit.page
        put(page, TAGS[0], **WIDEST)
        put(page, TAGS[1], head=8)
        page.locator("position-explorer [value=alibi]").check()
        put(page, TAGS[2], T=2**24, n_layers=1000, n_heads=1024, n_kv_heads=1024, head_dim=4096, batch=10**6, GB=10**6)
        put(page, TAGS[2], mode="training", dtype="float64")
        assert "undefined" not in page.locator(TAGS[2]).inner_text()
        assert checks.sideways(visit) == []
        assert [fault for tag in TAGS for fault in page.evaluate(TOO_WIDE, tag)] == []
        for heat in (-4, 0, 4):
            put(page, TAGS[0], heat=heat)
            assert checks.contrast(visit) == []
        assert [fault for fault in visit.faults if fault.startswith("script")] == []


def test_only_pages_with_a_widget_load_them():
    book = Book(chrome.ROOT)
    for name in book.pages:
        html = book.page_html(name).read_text("utf-8")
        assert any(f"<{tag}" in html for tag in TAGS) == ("widgets.js" in html) == ("widgets.css" in html), name


def test_widgets_are_light():
    static = chrome.SITE / "_static"
    files = [static / "widgets.js", *static.glob("widgets/*")]
    assert sum(len(gzip.compress(file.read_bytes(), 9)) for file in files) < BUDGET


def test_without_javascript_a_sentence_points_to_the_figure(opened):
    with opened(CHAPTER, javascript=False) as visit:
        for tag in TAGS:
            assert "그림" in visit.page.locator(tag).inner_text() and visit.page.locator(f"{tag} a").count()
