"""Every page of the built book, as a reader's browser shows it."""

import pytest

from gate.book import Book
from tests.browser import axe, checks, chrome

PAGES = Book(chrome.ROOT).pages
ONCE = [
    checks.traffic,
    checks.weight,
    checks.math_scripts,
    checks.reading,
    checks.formulas,
    checks.figures,
    checks.images,
    checks.themes,
    checks.zoomed,
]


# A page lets the keyboard reach what scrolls only since it is narrow, some 300 ms after it has become so.
NARROWED = "window.narrowed = new Promise(done => addEventListener('resize', () => setTimeout(done, 350), { once: true })); 0"


def resize(visit, width):
    visit.page.set_viewport_size({"width": width, "height": 900})


def schemes(visit, *looked_at):
    wrong = []
    for scheme in ("dark", "light"):
        visit.page.emulate_media(color_scheme=scheme)
        wrong += [f"{check.__name__}, {scheme}: {fault}" for check in looked_at for fault in check(visit)]
    return wrong


def accessible(visit):
    """All that axe finds, narrow and light as a whole; wide and dark where that differs. It leaves a page without its formulas."""
    visit.page.evaluate("narrowed")
    visit.page.wait_for_function("!document.querySelector('.tooltip')")  # one that is fading is not what a reader meets
    wrong = axe.violations(visit.page)
    visit.page.emulate_media(color_scheme="dark")
    resize(visit, 1280)
    return wrong + axe.violations(visit.page, exclude=["article"]) + axe.violations(visit.page, rules=["color-contrast"])


@pytest.mark.parametrize("name", PAGES)
def test_page_is_right_in_the_browser(opened, name):
    """One visit for all that is looked at: loading is most of the time."""
    wrong = []
    with opened(name) as visit:
        wrong += [f"{check.__name__}: {fault}" for check in ONCE for fault in check(visit)]
        known = len(checks.traffic(visit))
        wrong += schemes(visit, checks.contrast, checks.sideways)
        resize(visit, 768)
        wrong += schemes(visit, checks.sideways)
        visit.page.evaluate(NARROWED)
        resize(visit, 360)
        wrong += schemes(visit, checks.contrast, checks.sideways)
        wrong += [f"axe: {fault}" for fault in accessible(visit)]
        wrong += [f"later traffic: {fault}" for fault in checks.traffic(visit)[known:]]
    assert "\n".join(wrong) == ""


@pytest.mark.parametrize("name", ["genindex", "search"])
def test_page_without_article_is_right_too(opened, name):
    with opened(name) as visit:
        wrong = checks.zoomed(visit)
        visit.page.evaluate(NARROWED)
        resize(visit, 360)
        assert "\n".join(wrong + accessible(visit) + checks.traffic(visit)) == ""


@pytest.mark.parametrize("name", PAGES)
def test_page_is_readable_without_javascript(opened, name):
    with opened(name, javascript=False) as visit:
        assert "\n".join(checks.shown_without_scripts(visit) + checks.traffic(visit)) == ""


@pytest.mark.parametrize("name", ["index", PAGES[-1]])
def test_every_page_is_reachable_from_the_table_of_contents(opened, site, name):
    with opened(name) as visit:
        links = visit.page.eval_on_selector_all("nav.bd-docs-nav a", "links => links.map(link => link.href.split('#')[0])")
    assert {f"{site}{page}.html" for page in PAGES} <= set(links) | {f"{site}index.html"}


def test_chapter_has_what_the_checks_look_at(opened):
    """Checks that find nothing to check would pass too."""
    with opened("transformers/attention") as visit:
        for selector in (".math .katex-html", "svg.bookfig text", "article.bd-article p", ".cell_output pre"):
            assert visit.page.locator(selector).count() > 0, selector
        assert visit.page.evaluate(checks.INK) != []
