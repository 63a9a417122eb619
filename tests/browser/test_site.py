"""Every page of the built book, as a reader's browser shows it."""

import pytest

from gate.book import Book
from tests.browser import checks, chrome

PAGES = Book(chrome.ROOT).pages
WIDTHS = (360, 768, 1280)
ONCE = [
    checks.traffic,
    checks.weight,
    checks.math_scripts,
    checks.reading,
    checks.formulas,
    checks.figures,
    checks.images,
]


@pytest.mark.parametrize("name", PAGES)
def test_page_is_right_in_the_browser(opened, name):
    wrong = []
    with opened(name) as visit:
        wrong += [f"{check.__name__}: {fault}" for check in ONCE for fault in check(visit)]
        known = len(checks.traffic(visit))
        for scheme in ("light", "dark"):
            visit.page.emulate_media(color_scheme=scheme)
            wrong += [f"contrast, {scheme}: {fault}" for fault in checks.contrast(visit)]
            for width in WIDTHS:
                visit.page.set_viewport_size({"width": width, "height": 900})
                wrong += [f"sideways, {scheme}: {fault}" for fault in checks.sideways(visit)]
        visit.page.emulate_media(color_scheme="light")
        wrong += [f"themes: {fault}" for fault in checks.themes(visit)]
        wrong += [f"later traffic: {fault}" for fault in checks.traffic(visit)[known:]]
    assert "\n".join(wrong) == ""


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
