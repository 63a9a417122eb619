"""The checks themselves: each passes a small right page and flags the page in which its one thing is wrong."""

import random

import pytest

from tests.browser import checks, chrome

STYLE = """
:root { --ink: #1b1e24; --paper: #ffffff; --fig-ink: var(--ink); }
:root[data-theme=dark] { --ink: #eceff4; --paper: #14181e; }
body { margin: 0; color: var(--ink); background: var(--paper); }
article { word-break: keep-all; padding: 1rem; }
@font-face { font-family: KaTeX_Main; src: url(none.woff2); }
.katex-html { font-family: KaTeX_Main, serif; display: inline-block; }
svg { width: 100px; }
"""
SWITCH = "d = document.documentElement.dataset; d.theme = d.theme == 'dark' ? 'light' : 'dark'"
FIGURE = """<svg class="bookfig" role="img" aria-label="선 하나" viewBox="0 0 100 50">
<text style="fill: var(--fig-ink, #1b1e24)" x="0" y="20">가나</text><path d="M 0 0 L 9 9"/></svg>"""
MATH = '<span class="math"><span class="katex-html"><span class="mord">x</span></span></span>'
PAGE = f"""<!DOCTYPE html><html lang="ko" data-theme="light"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>{STYLE}</style></head><body>
<button class="theme-switch-button" onclick="{SWITCH}">어둡게</button>
<article class="bd-article"><h1>제목</h1><p id="first">글과 <code>$HOME</code>과 {MATH}이다.</p>{FIGURE}
<img src="dot.svg" alt="점"></article></body></html>"""
DOT = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>'


def replaced(old, new):
    assert old in PAGE, old
    return PAGE.replace(old, new)


def added(html):
    return replaced("</article>", f"{html}</article>")


BROKEN = {
    "request to another host": (checks.traffic, added('<img src="https://host.test/a.png" alt="점">'), "https://host.test/a.png"),
    "style from another host": (checks.traffic, added('<link rel="stylesheet" href="https://host.test/a.css">'), "host.test"),
    "request by script": (checks.traffic, added("<script>fetch('https://host.test/a').catch(() => 0)</script>"), "host.test"),
    "missing file": (checks.traffic, added('<img src="nowhere.png" alt="점">'), "404"),
    "console error": (checks.traffic, added("<script>console.error('망가졌다')</script>"), "console: 망가졌다"),
    "page error": (checks.traffic, added("<script>nothing()</script>"), "script: "),
    "heavy page": (checks.weight, added(f"<!-- {random.Random(0).randbytes(300_000).hex()} -->"), "weight: "),
    "math script": (checks.math_scripts, added('<script src="katex.min.js"></script>'), "katex.min.js"),
    "wide table": (checks.sideways, added('<div class="wide" style="width: 900px">넓다</div>'), "wide"),
    "table too wide at twice its size": (checks.zoomed, added('<div class="wide" style="width: 15rem; height: 45rem">넓다</div>'), "wide"),
    "heading cut off": (checks.zoomed, replaced("<h1>", '<h1 style="overflow: hidden; width: 1em; height: 1em">'), "cut: <h1"),
    "other language": (checks.reading, replaced('lang="ko"', 'lang="en"'), "lang: en"),
    "broken words": (checks.reading, replaced("keep-all", "break-all"), "word-break: break-all"),
    "formula source": (checks.formulas, added("<p>\\(x\\)이다.</p>"), "source"),
    "dollar": (checks.formulas, added("<p>$x이다.</p>"), "source: $x"),
    "undrawn formula": (checks.formulas, replaced('<span class="katex-html"><span class="mord">x</span></span>', "x"), "not drawn"),
    "formula without style": (checks.formulas, replaced("font-family: KaTeX_Main, serif;", ""), "no style"),
    "formula error": (checks.formulas, added('<span class="katex-error">\\frac</span>'), "error"),
    "letters drawn as paths": (
        checks.figures,
        replaced("<path d=", '<defs><path id="NanumGothic-ac00" d="M 0 0"/></defs><use href="#NanumGothic-ac00"/><path d='),
        "drawn letters",
    ),
    "figure without text": (checks.figures, replaced(">가나<", "><"), "no text"),
    "hidden figure": (checks.figures, replaced("svg { width: 100px; }", "svg { display: none; }"), "not shown"),
    "picture that is none": (checks.images, added('<img src="text.png" alt="점">'), "not loaded: text.png"),
    "pale text": (checks.contrast, replaced('id="first"', 'style="color: #999999"'), "2.85"),
    "pale text, transparent": (checks.contrast, replaced('id="first"', 'style="color: rgb(0 0 0 / 40%)"'), "<p.>"),
    "dark box": (checks.contrast, replaced('id="first"', 'style="background: #333333"'), "<p.>"),
    "pale ink": (checks.contrast, replaced("--fig-ink: var(--ink)", "--fig-ink: #aaaaaa"), "<text.>"),
    "switch that does nothing": (checks.themes, replaced(SWITCH, "0"), "themes: ['light']"),
    "figure that stays": (checks.themes, replaced("--fig-ink: var(--ink)", "--fig-ink: #1b1e24"), "ink stays"),
    "page that stays": (checks.themes, replaced("--paper: #14181e", "--paper: #ffffff"), "background stays"),
}  # fmt: skip
BROKEN_WITHOUT_SCRIPTS = {
    "text shown by script": (replaced("<article", "<article hidden"), "hidden: p"),
    "formula drawn by script": (replaced(".katex-html {", ".katex-html { visibility: hidden;"), "hidden: formulas"),
    "figure drawn by script": (replaced("svg { width: 100px; }", "svg { display: none; }"), "hidden: figure 0"),
}


@pytest.fixture
def shown(browser, tmp_path):
    """Show one page beside its picture."""

    def show(html, **options):
        (tmp_path / "index.html").write_text(html, "utf-8")
        (tmp_path / "dot.svg").write_text(DOT, "utf-8")
        (tmp_path / "text.png").write_text("not a picture", "utf-8")
        (tmp_path / "none.woff2").write_bytes(b"")
        (tmp_path / "katex.min.js").write_text("", "utf-8")
        return chrome.visit(browser, origin, "index.html", **options)

    with chrome.serve(tmp_path) as origin:
        yield show


ALL = dict.fromkeys(check for check, _, _ in BROKEN.values())


@pytest.mark.parametrize("check", ALL, ids=lambda check: check.__name__)
def test_right_page_passes(shown, check):
    with shown(PAGE, width=360) as visit:
        assert check(visit) == []


@pytest.mark.parametrize(("check", "html", "says"), BROKEN.values(), ids=BROKEN)
def test_broken_page_is_flagged(shown, check, html, says):
    with shown(html, width=360) as visit:
        if check is checks.traffic:
            visit.page.wait_for_timeout(50)
        assert any(says in fault for fault in check(visit)), check(visit)


def test_right_page_passes_without_javascript(shown):
    with shown(PAGE, javascript=False) as visit:
        assert checks.shown_without_scripts(visit) == []


@pytest.mark.parametrize(("html", "says"), BROKEN_WITHOUT_SCRIPTS.values(), ids=BROKEN_WITHOUT_SCRIPTS)
def test_page_that_needs_javascript_is_flagged(shown, html, says):
    with shown(html, javascript=False) as visit:
        assert says in checks.shown_without_scripts(visit)


def test_javascript_is_off_when_asked(shown):
    html = added("<script>document.querySelector('p').remove()</script>")
    with shown(html, javascript=False) as visit:
        assert checks.shown_without_scripts(visit) == []
    with shown(html) as visit:
        assert "hidden: p" in checks.shown_without_scripts(visit)


@pytest.mark.parametrize("check", [checks.sideways, checks.contrast])
def test_dark_page_is_measured_dark(shown, check):
    html = PAGE.replace(
        "</style>",
        "@media (prefers-color-scheme: dark) { p { color: #1b1e24; background: #000; width: 900px } }</style>",
    )
    with shown(html, width=360) as visit:
        assert check(visit) == []
    with shown(html, width=360, dark=True) as visit:
        assert check(visit) != []
