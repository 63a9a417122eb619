"""One browser for each test process, one server over the built site."""

import pytest
from playwright.sync_api import sync_playwright

from tests.browser import chrome


@pytest.fixture(scope="session")
def browser():
    """The tests fail where there is no browser: a skipped check would look like a passed one."""
    with sync_playwright() as playwright:
        browser = chrome.launch(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site():
    assert (chrome.SITE / "index.html").exists(), "_build/html이 없다. 먼저 make book으로 책을 만든다."
    with chrome.serve(chrome.SITE) as origin:
        yield origin


@pytest.fixture
def opened(browser, site):
    """Open a page of the book: `with opened(name, width=360) as visit`."""
    return lambda name, **options: chrome.visit(browser, site, f"{name}.html", **options)
