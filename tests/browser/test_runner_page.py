"""How the Python in the page looks and where it asks: room kept from the first paint, narrow and dark screens, print, the CDN."""

import base64
import json

import pytest

from tests.browser import checks, chrome
from tests.browser.runner import Bar

CHAPTER, EXERCISE = "transformers/attention", "exercises/scaled-dot-product-attention"
NUMPY = "numpy-2.0.2-cp312-cp312-pyodide_2024_0_wasm32.whl"
CDN = f"https://cdn.jsdelivr.net/pyodide/v0.27.7/full/{NUMPY}"
HEIGHTS = "[...document.querySelectorAll('.cell, .exercise-code')].map(e => e.getBoundingClientRect().height)"


def heights(browser, site, name, *, script):
    context = browser.new_context(viewport={"width": 360, "height": 900})
    page = context.new_page()
    if not script:
        page.route("**/runner.js*", lambda route: route.abort())
    page.goto(f"{site}{name}.html")
    page.evaluate("document.fonts.ready.then(() => true)")
    seen, bars = page.evaluate(HEIGHTS), page.locator(".run-bar").count()
    context.close()
    return seen, bars


@pytest.mark.parametrize("name", [CHAPTER, EXERCISE])
def test_bars_move_nothing(browser, site, name):
    """The page is as high before the script as after it."""
    (before, none), (after, bars) = (heights(browser, site, name, script=script) for script in (False, True))
    assert before == after and none == 0 < bars


def test_bars_fit_their_room(opened):
    """At 360 pixels, words of the local cells included."""
    with opened(CHAPTER, width=360) as visit:
        tight = """[...document.querySelectorAll('.run-bar')].filter(bar => bar.getClientRects().length)
          .filter(bar => bar.scrollHeight > bar.clientHeight + 1 || bar.getBoundingClientRect().top < bar.parentElement.querySelector('.highlight').getBoundingClientRect().bottom - 1)
          .map(bar => bar.textContent)"""
        assert visit.page.evaluate(tight) == []


@pytest.mark.parametrize("dark", [False, True])
def test_results_read_well(opened, dark):
    """Ladder and editor at 360 pixels: nothing sticks out, all text stands out from what is behind it."""
    with opened(EXERCISE, width=360, dark=dark) as visit:
        bar = Bar(visit.page)
        bar.press()
        bar.button("edit").click()
        visit.page.wait_for_selector(".cm-content")
        assert checks.sideways(visit) + checks.contrast(visit) == []
        assert visit.page.locator(".tok-keyword").count() > 0 and visit.page.locator(".ladder .failed").count() > 0


def test_print_shows_the_page_as_printed(opened):
    with opened(EXERCISE) as visit:
        Bar(visit.page).button("edit").click()
        visit.page.wait_for_selector(".cm-content")
        visit.page.emulate_media(media="print")
        for selector in (".run-bar", ".cm-editor"):
            assert not visit.page.locator(selector).is_visible()
        assert visit.page.locator(".exercise-code pre").first.is_visible()


def test_without_scripts_there_is_only_the_code(opened):
    with opened(EXERCISE, javascript=False) as visit:
        assert visit.page.locator(".exercise-code pre").is_visible() and visit.page.locator(".run-bar").count() == 0


def test_buttons_have_names_and_results_are_announced(opened):
    with opened(CHAPTER) as visit:
        names = visit.page.eval_on_selector_all(".run-bar button", "all => all.map(button => button.ariaLabel)")
        assert len(names) == len(set(names)) > 50 and "code 2 실행" in names
        assert visit.page.locator(".run-bar [role=status]").count() == visit.page.locator(".run-bar [data-do=run]").count()


@pytest.mark.parametrize("right", [True, False])
def test_missing_wheel_comes_from_the_named_cdn(browser, site, right):
    """As on a site built without the carrier. Bytes with another hash are refused."""
    files = json.loads((chrome.SITE / "_static" / "pyodide" / "files.json").read_text("utf-8"))
    entry = json.loads(files["lock"])["packages"]["numpy"]
    integrity = f"sha256-{base64.b64encode(bytes.fromhex(entry['sha256'])).decode()}"
    for file in files["groups"]["numpy"]:
        if file["name"] == NUMPY:
            file |= {"bytes": 0, "url": CDN, "integrity": integrity}
    wheel = (chrome.SITE / "_static" / "pyodide" / NUMPY).read_bytes()
    context, asked = browser.new_context(locale="ko-KR"), []
    context.route("**/pyodide/files.json", lambda route: route.fulfill(json=files))
    answer = {"body": wheel if right else wheel[:-1] + b"?", "headers": {"Access-Control-Allow-Origin": "*"}}
    context.route(CDN, lambda route: (asked.append(route.request.url), route.fulfill(**answer)))
    page = context.new_page()
    page.goto(f"{site}{EXERCISE}.html")
    bar = Bar(page)
    bar.button("grade").click()
    page.wait_for_function("document.querySelector('.run-bar [role=status]').textContent.includes('cdn.jsdelivr.net')")
    status = bar.wait()
    assert asked == [CDN]
    assert ("단계를 통과했다" in status) is right and (f"{NUMPY}을 받지 못했다" in status) is not right
    context.close()
