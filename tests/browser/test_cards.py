"""The card of a term opens on hover, focus and touch, moves nothing, can be closed, and stays out of print."""

import pytest

PAGE = "transformers/attention"
OPEN = ".term-card:popover-open"
LINK = "a.term-link >> nth=0"

SHIFTS = """() => {
  window.shifts = 0;
  new PerformanceObserver(list => list.getEntries().forEach(entry => { window.shifts += entry.value; }))
    .observe({type: "layout-shift", buffered: false});
}"""


@pytest.fixture
def page(opened):
    with opened(PAGE) as visit:
        yield visit.page


def inside_viewport(page):
    box, size = page.locator(OPEN).bounding_box(), page.viewport_size
    return box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= size["width"] and box["y"] + box["height"] <= size["height"]


def test_hover_opens_one_card_that_the_pointer_can_enter(page):
    page.evaluate(SHIFTS)
    before = page.evaluate("document.documentElement.scrollHeight")
    page.locator(LINK).hover()
    page.wait_for_selector(OPEN)
    page.locator(OPEN).hover()
    page.wait_for_timeout(500)
    assert page.locator(OPEN).count() == 1 and inside_viewport(page)
    assert page.evaluate("[shifts, document.documentElement.scrollHeight]") == [0, before]
    page.mouse.move(5, 5)
    page.wait_for_selector(OPEN, state="detached")


def test_formula_of_a_card_is_drawn(page):
    page.locator("a.term-link[href$='softmax.html']").hover()
    page.wait_for_selector(f"{OPEN} .katex-display .mord")
    assert "KaTeX" in page.locator(f"{OPEN} .katex-display .mord >> nth=0").evaluate("e => getComputedStyle(e).fontFamily")


def test_keyboard_alone_opens_reads_and_closes(page):
    page.locator(LINK).focus()
    page.wait_for_selector(OPEN)
    described = page.locator(LINK).get_attribute("aria-describedby")
    assert page.locator(f"{OPEN} #{described}").inner_text().strip()
    page.keyboard.press("Escape")
    assert page.locator(OPEN).count() == 0 and page.evaluate("document.activeElement.className") == "term-link"
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    page.wait_for_selector(OPEN)
    page.keyboard.press("Enter")
    page.wait_for_url("**/encyclopedia/*.html")


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_every_card_fits_the_screen(opened, width):
    with opened(PAGE, width=width) as visit:
        links = visit.page.locator("a.term-link")
        assert links.count() > 10
        for number in range(links.count()):
            links.nth(number).focus()
            visit.page.wait_for_selector(OPEN)
            assert inside_viewport(visit.page), links.nth(number).inner_text()


def test_first_tap_opens_and_the_card_leads_on(browser, site):
    context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{site}{PAGE}.html")
    page.locator(LINK).tap()
    page.wait_for_selector(OPEN)
    assert PAGE in page.url
    page.locator("article h1").tap()
    page.wait_for_selector(OPEN, state="detached")
    page.locator(LINK).tap()
    page.locator(f"{OPEN} a").tap()
    page.wait_for_url("**/encyclopedia/*.html")
    context.close()


def test_print_has_no_cards(page):
    page.locator(LINK).focus()
    page.wait_for_selector(OPEN)
    page.emulate_media(media="print")
    assert not any(page.locator(".term-card").evaluate_all("cards => cards.map(card => card.getClientRects().length > 0)"))


def test_links_work_without_javascript(opened):
    with opened(PAGE, javascript=False) as visit:
        assert visit.page.locator(".term-card").count() == 0
        visit.page.locator(LINK).click()
        visit.page.wait_for_url("**/encyclopedia/*.html")
