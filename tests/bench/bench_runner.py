"""What the Python in the page weighs and how soon it answers: `make bench-web`.

Bytes are those of the files that the browser asked for, compressed as a host would send them. Cold is the first press in
a new browser profile, warm the first press of a second visit, later the second press, again a third one right after
it. All on this machine's server.
"""

import pytest
from playwright.sync_api import sync_playwright

from tests.browser import checks, chrome
from tests.browser.runner import Bar

PAGES = {"transformers/attention": 1, "exercises/scaled-dot-product-attention": None}  # and the cell to run
COLD, LATER = 12.0, 1.0  # seconds at most
READS = 5000  # milliseconds between a verdict and the next press; meanwhile an exercise starts the next grading's Python


def weight(urls):
    return sum(checks.compressed(url) for url in {url for url in urls if url.startswith("http")}) / 1000


def seconds(page, bar):
    start = page.evaluate("performance.now()")
    bar.press()
    return (page.evaluate("performance.now()") - start) / 1000


@pytest.mark.parametrize("name", PAGES)
def test_bytes_and_first_result(name, capsys):
    with sync_playwright() as playwright, chrome.serve(chrome.SITE) as origin:
        browser = chrome.launch(playwright)
        context, asked = browser.new_context(), []
        context.on("request", lambda request: asked.append(request.url))
        page = context.new_page()
        page.goto(f"{origin}{name}.html", wait_until="networkidle")
        before = weight(asked)
        loader = weight(url for url in asked if "runner" in url)
        cold = seconds(page, Bar(page, PAGES[name]))
        after = weight(asked)
        page.wait_for_timeout(READS)
        later = seconds(page, Bar(page, PAGES[name]))
        again = seconds(page, Bar(page, PAGES[name]))
        page.reload(wait_until="networkidle")
        warm = seconds(page, Bar(page, PAGES[name]))
        browser.close()
    with capsys.disabled():
        print(f"\n{name}: {before:.0f} kB before the first press (of them {loader:.1f} for it), {after:.0f} kB after", end="")
        print(f"; first result {cold:.1f} s cold, {warm:.1f} s warm, later {later:.2f} s, again {again:.2f} s")
    assert loader < 15 and cold < COLD and warm < COLD and later < LATER
