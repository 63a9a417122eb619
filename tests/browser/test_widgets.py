"""Every control of the widgets by mouse, keyboard and touch; what they say; what they do with wrong input."""

import json
import shutil

import pytest

from tests.browser import chrome

TAGS = ("attention-explorer", "position-explorer", "cost-calculator")
PAGE = """<!doctype html><html lang="ko"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="stylesheet" href="widgets.css"><style>
:root { --pst-color-text-base: #222832; --pst-color-text-muted: #48566b; --pst-color-border: #d1d5da;
  --pst-color-surface: #f3f4f5; --pst-color-background: #fff }</style>
<article class="bd-article">TAGS</article><script type="module" src="widgets.js"></script></html>"""
STATE = "([tag, name]) => JSON.stringify(name ? document.querySelector(tag).result[name] : document.querySelector(tag).result)"

# Each control: its widget, its name, and what of the widget's result (or text) it must change.
CONTROLS = [("attention-explorer", name, "weights") for name in ("example", "tokens", "pads", "causal", "hide", "front", "heat")] + [
    ("attention-explorer", "query", "t"),
    ("attention-explorer", "added", "text:sofar"),
]
CONTROLS += [("position-explorer", name, "score") for name in ("m", "n")]
CONTROLS += [("position-explorer", "head", "slope"), ("position-explorer", "method", "method")]
CONTROLS += [
    ("cost-calculator", name, "cost")
    for name in ("T", "n_layers", "batch", "n_heads", "n_kv_heads", "head_dim", "window", "mode", "dtype", "causal", "slide", "GB")
]


@pytest.fixture
def page(browser, tmp_path):
    """A page with the three widgets alone, from their sources."""
    shutil.copytree(chrome.ROOT / "web" / "src", tmp_path, dirs_exist_ok=True)
    shutil.copy(chrome.ROOT / "book" / "assets" / "widgets.css", tmp_path)
    fallback = "".join(f"<{tag}><p>그림이 대신한다.</p></{tag}>" for tag in TAGS)
    (tmp_path / "index.html").write_text(PAGE.replace("TAGS", fallback), "utf-8")
    with chrome.serve(tmp_path) as origin:
        contexts = []

        def open_page(path="index.html", **options):
            options = {"viewport": {"width": 900, "height": 900}} | options
            contexts.append(browser.new_context(**options))
            opened = contexts[-1].new_page()
            opened.goto(origin + path)
            return opened

        yield open_page
        for context in contexts:
            context.close()


def part(page, tag, name):
    """A control by its name; the radio buttons share one."""
    return page.locator(f"{tag} [data-ui={name}]" if name != "method" else f"{tag} [value=alibi]")


def seen(page, tag, what):
    """What a control must change: a part of the result, the text beside it, or everything."""
    if what.startswith("text:"):
        return part(page, tag, what[5:]).inner_text()
    return page.evaluate(STATE, [tag, {"cost": None}.get(what, what)])


def kind(control):
    return control.evaluate("e => e.localName === 'select' ? 'select' : e.type")


def by_mouse(page, control):
    control.scroll_into_view_if_needed()
    match kind(control):
        case "range":
            box = control.bounding_box()
            page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            page.mouse.down()
            page.mouse.move(box["x"] + 0.1 * box["width"], box["y"] + box["height"] / 2, steps=3)
            page.mouse.up()
        case "select":
            control.select_option(index=1 + control.evaluate("e => e.selectedIndex") % 2)
        case "number":
            control.click(click_count=3)
            page.keyboard.type("8")
        case _:
            control.click()


def by_keyboard(page, control):
    control.focus()
    match kind(control):
        case "range":
            page.keyboard.press("ArrowLeft" if control.evaluate("e => e.value === e.max") else "ArrowRight")
        case "select":
            last = control.evaluate("e => e.selectedIndex === e.options.length - 1")
            page.keyboard.press("ArrowUp" if last else "ArrowDown")
        case "number":
            page.keyboard.press("Control+A")
            page.keyboard.type("8")
        case _:
            page.keyboard.press("Space")


def by_touch(page, control):
    control.scroll_into_view_if_needed()
    box = control.bounding_box()
    match kind(control):
        case "range":
            page.touchscreen.tap(box["x"] + 0.15 * box["width"], box["y"] + box["height"] / 2)
        case "select":  # the list itself is the system's
            control.tap()
            page.keyboard.press("Escape")
            control.select_option(index=1 + control.evaluate("e => e.selectedIndex") % 2)
        case "number":
            control.tap()
            page.keyboard.press("Control+A")
            page.keyboard.type("8")
        case _:
            control.tap()


WAYS = {
    "mouse": (by_mouse, {}),
    "keyboard": (by_keyboard, {}),
    "touch": (by_touch, {"has_touch": True, "viewport": {"width": 360, "height": 740}}),
}


@pytest.mark.parametrize("way", WAYS)
def test_every_control_works(page, way):
    act, options = WAYS[way]
    shown = page(**options)
    for tag, name, what in CONTROLS:
        shown.reload()
        if name == "head":
            part(shown, tag, "method").check()
        if name == "n_kv_heads":
            part(shown, tag, "n_heads").fill("32")
        before = seen(shown, tag, what)
        act(shown, part(shown, tag, name))
        assert seen(shown, tag, what) != before, (tag, name)


@pytest.mark.parametrize("way", WAYS)
def test_buttons_rows_and_the_two_positions_together(page, way):
    act, options = WAYS[way]
    shown = page(**options)
    explorer, positions, calculator = TAGS
    act(shown, part(shown, explorer, "heat"))
    assert "× 1.00" not in part(shown, explorer, "tau").inner_text()
    act(shown, part(shown, explorer, "reset"))
    assert "× 1.00" in part(shown, explorer, "tau").inner_text()
    if way != "keyboard":  # the keyboard chooses a row in the list
        for table, row in (("weights", 2), ("scores", 6)):
            cell = part(shown, explorer, table).locator(f"tbody tr >> nth={row}").locator("td >> nth=3")
            cell.tap() if way == "touch" else cell.click()
            assert seen(shown, explorer, "t") == str(row)
    act(shown, part(shown, positions, "together"))
    gap = "(() => { const r = document.querySelector('position-explorer').result; return [r.m - r.n, r.m] })()"
    before = shown.evaluate(gap)
    act(shown, part(shown, positions, "m"))
    after = shown.evaluate(gap)
    assert after[0] == before[0] and after[1] != before[1]
    act(shown, part(shown, calculator, "copy"))
    shown.wait_for_function("document.querySelector('cost-calculator [role=status]').textContent.includes('복사')")


def test_tab_reaches_every_control(page):
    shown = page()
    wanted = shown.evaluate("[...document.querySelectorAll('article :is(input, select, button, a):enabled, article a')].length")
    groups = 2  # three radio buttons are one stop
    shown.evaluate("window.stops = new Set()")
    for _ in range(wanted + 2):
        shown.keyboard.press("Tab")
        shown.evaluate("stops.add(document.activeElement)")
    missed = "[...document.querySelectorAll('article :is(input, select, button, a)')].filter(e => !stops.has(e) && !e.disabled && e.offsetParent).map(e => e.dataset.ui ?? e.value)"
    assert len(shown.evaluate(missed)) == groups, shown.evaluate(missed)


def test_every_input_has_a_label_and_every_number_a_table(page):
    shown = page()
    unnamed = "[...document.querySelectorAll('article :is(input, select)')].filter(e => !e.labels.length && !e.ariaLabel).length"
    assert shown.evaluate(unnamed) == 0
    tables = "[...document.querySelectorAll('article table')].map(t => [t.caption?.textContent, t.tHead.rows[0].cells.length, t.tBodies[0].rows[0].cells.length])"
    assert all(caption and heads == cells for caption, heads, cells in shown.evaluate(tables))
    assert shown.locator("article svg[role=img]").evaluate_all("list => list.every(svg => svg.ariaLabel.length > 20)")


def test_one_polite_summary_that_does_not_flood(page):
    shown = page()
    for tag in TAGS:
        assert shown.locator(f"{tag} [role=status], {tag} [aria-live], {tag} output").count() == 1
    shown.evaluate("""() => { window.said = 0; const status = document.querySelector('attention-explorer [role=status]');
      new MutationObserver(() => { said += 1 }).observe(status, { childList: true, characterData: true, subtree: true }) }""")
    part(shown, "attention-explorer", "heat").focus()
    for _ in range(30):
        shown.keyboard.press("ArrowLeft")
    shown.wait_for_timeout(400)
    assert shown.evaluate("said") <= 3  # it may pause once in a while on a busy machine


def test_row_with_every_key_hidden_is_named_and_zero(page):
    shown = page()
    tag = "attention-explorer"
    for name in ("front", "causal"):
        part(shown, tag, name).check()
    status = shown.locator(f"{tag} [role=status]")
    shown.wait_for_function(
        "document.querySelector('attention-explorer [role=status]').textContent.includes('볼 key가 없는 다른 query: 0, 1.')"
    )
    part(shown, tag, "query").select_option("0")
    shown.wait_for_function(
        "document.querySelector('attention-explorer [role=status]').textContent.startsWith('이 query가 볼 key가 하나도 없다')"
    )
    result = json.loads(shown.evaluate(STATE, [tag, None]))
    assert set(result["weights"][0]) == {0} and set(result["output"][0]) == {0}
    texts = part(shown, tag, "weights").locator("tbody tr >> nth=0").locator("td").all_inner_texts()
    assert set(texts) == {"0"} and "NaN" not in shown.locator(tag).inner_text()
    image = "e => getComputedStyle(e).backgroundImage"  # the table is hatched, and no colour covers a hidden cell
    assert "repeating-linear-gradient" in part(shown, tag, "weights").evaluate(image)
    covers = "cells => cells.map(cell => getComputedStyle(cell).backgroundColor !== 'rgba(0, 0, 0, 0)')"
    covered = part(shown, tag, "weights").locator("tbody td").evaluate_all(covers)
    assert covered == [seen for row in result["mask"] for seen in row]
    part(shown, tag, "hide").uncheck()
    shown.wait_for_function("!document.querySelector('attention-explorer [role=status]').textContent.includes('하나도')")
    assert status.inner_text()


def test_positions_matter_only_to_the_absolute_code(page):
    shown = page()
    for method, says in (("sinusoidal", "벌어진다"), ("rope", "간격만 본다"), ("alibi", "간격만 본다")):
        shown.locator(f"position-explorer [value={method}]").check()
        shown.wait_for_function(f"document.querySelector('position-explorer [role=status]').textContent.includes('{says}')")
        scores = [row[2] for row in json.loads(seen(shown, "position-explorer", "pairs"))]
        assert (max(scores) - min(scores) < 1e-12) == (method != "sinusoidal") and len(scores) == 5


def test_link_brings_the_case_back(page):
    shown = page()
    tag = "cost-calculator"
    part(shown, tag, "mode").select_option("decode")
    for name, value in {"T": "30000", "n_layers": "7", "n_heads": "32", "n_kv_heads": "8", "window": "4096", "GB": "2.5"}.items():
        part(shown, tag, name).fill(value)
    part(shown, tag, "dtype").select_option("int8")
    link = part(shown, tag, "link").get_attribute("href")
    expected = seen(shown, tag, "cost")
    again = page("index.html" + link)
    assert seen(again, tag, "cost") == expected
    shown.reload()
    assert seen(shown, tag, "cost") != expected
    shown.evaluate("link => { location.hash = link }", link)
    shown.wait_for_function("document.querySelector('cost-calculator').result.T === 30000")
    assert seen(shown, tag, "cost") == expected


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("n_kv_heads", "5", "query head 12개를 key/value head 5개로 나눌 수 없다"),
        ("T", "", "‘길이 T’에는 1부터"),
        ("T", "1.5", "‘길이 T’에는 1부터"),
        ("window", "0", "‘창의 폭 W’에는 1부터"),
        ("GB", "0", "‘메모리(GB)’에는 1부터"),
    ],
)
def test_wrong_input_is_explained_and_shows_no_numbers(page, name, value, says):
    shown = page()
    part(shown, "cost-calculator", name).fill(value)
    shown.wait_for_function("says => document.querySelector('cost-calculator [role=status]').textContent.includes(says)", arg=says)
    assert not part(shown, "cost-calculator", "memory").is_visible()
    part(shown, "cost-calculator", name).fill("4")
    assert part(shown, "cost-calculator", "memory").is_visible()


def test_link_with_nonsense_is_explained(page):
    shown = page("index.html#cost-calculator?mode=sleep&T=abc&status=x")
    assert shown.locator("cost-calculator [role=status]").inner_text() == "‘무엇을’에서 하나를 고른다."
    part(shown, "cost-calculator", "mode").select_option("decode")
    shown.wait_for_function("document.querySelector('cost-calculator [role=status]').textContent.includes('‘길이 T’에는 1부터')")


def test_without_javascript_the_fallback_stands(page):
    shown = page(java_script_enabled=False)
    assert shown.locator("article p").all_inner_texts() == ["그림이 대신한다."] * 3


def test_nothing_moves(page):
    shown = page(reduced_motion="reduce")
    for tag in TAGS:
        shown.locator(f"{tag} [type=range]").first.press("ArrowLeft")
    assert shown.evaluate("document.getAnimations().length") == 0
