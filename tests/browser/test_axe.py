"""axe-core finds nothing in what the reader has opened or changed, and finds what is wrong. Pages at rest: test_site.py."""

import pytest

from tests.browser import axe
from tests.browser.runner import Bar

CHAPTER, ENTRY = "transformers/attention", "prerequisites/convexity"


def use_widgets(page):
    for widget in page.locator(", ".join(WIDGETS)).all():
        widget.scroll_into_view_if_needed()
        for field in widget.locator("input[type=checkbox]:visible").all():
            field.click()
        for field in widget.locator("input[type=range]:visible").all():
            field.press("ArrowRight")


def open_contents(page):
    page.locator(".primary-toggle:visible").click()
    page.locator("dialog[open] nav a").first.wait_for()


def open_search(page):
    page.keyboard.press("Control+k")
    page.keyboard.type("마스크")
    page.locator(".search-option").first.wait_for()
    page.keyboard.press("ArrowDown")


def open_card(page):
    page.locator("a.term-link").first.focus()
    page.locator(".term-card:popover-open").wait_for()


def open_editor(page):
    Bar(page, 0).open().button("edit").click()
    page.locator(".cm-content").first.wait_for()


WIDGETS = ["attention-explorer", "position-explorer", "cost-calculator"]
USED = {  # what the reader does, on which page, how wide, and what it changes
    "widgets": (use_widgets, CHAPTER, 1280, WIDGETS),
    "editor": (open_editor, ENTRY, 1280, ["div.cell"]),
    "search": (open_search, ENTRY, 1280, ["dialog[open]"]),
    "card": (open_card, ENTRY, 1280, [".term-card:popover-open"]),
    "contents": (open_contents, ENTRY, 360, ["dialog[open]"]),
}


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(("use", "name", "width", "parts"), USED.values(), ids=USED)
def test_page_in_use_is_accessible(opened, use, name, width, parts, dark):
    with opened(name, width=width, dark=dark) as visit:
        use(visit.page)
        assert "\n".join(axe.violations(visit.page, include=parts)) == ""


BROKEN = {
    "picture without words": ('<img src="dot.svg">', "image-alt"),
    "field without label": ("<input>", "label"),
    "pale text": ('<p style="color: #999; background: #fff">옅다</p>', "color-contrast"),
    "pale word in code": (
        '<div class="highlight"><pre><span class="k" style="color: #999; background: #fff">def</span></pre></div>',
        "color-contrast",
    ),
    "button without name": ("<button></button>", "button-name"),
    "unknown language": ('<p lang="xx-한">글</p>', "valid-lang"),
}


@pytest.mark.parametrize(("html", "rule"), BROKEN.values(), ids=BROKEN)
def test_axe_finds_what_is_wrong(opened, html, rule):
    with opened("prerequisites/convexity", width=360) as visit:
        visit.page.evaluate("html => document.querySelector('article h1').insertAdjacentHTML('afterend', html)", html)
        assert any(found.startswith(f"{rule}:") for found in axe.violations(visit.page))
