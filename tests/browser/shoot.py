"""`python -m tests.browser.shoot PAGE`: a picture of a built page, for people to look at, in `_build/shots/`."""

import argparse

from playwright.sync_api import sync_playwright

from tests.browser import chrome


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.browser.shoot")
    parser.add_argument("page", help="a name as in _toc.yml: transformers/attention (an #anchor may follow)")
    parser.add_argument("--width", type=int, default=1280)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--window", action="store_true", help="only what one window shows, from the anchor on")
    options = parser.parse_args()
    name, _, anchor = options.page.partition("#")
    shape = f"{options.width}{'-dark' if options.dark else ''}"
    target = chrome.ROOT / "_build" / "shots" / f"{name.replace('/', '-')}{'-' + anchor if anchor else ''}-{shape}.png"
    target.parent.mkdir(parents=True, exist_ok=True)
    with chrome.serve(chrome.SITE) as site, sync_playwright() as playwright:
        browser = chrome.launch(playwright)
        path = f"{name}.html{'#' + anchor if anchor else ''}"
        with chrome.visit(browser, site, path, width=options.width, dark=options.dark) as visit:
            visit.page.screenshot(path=target, full_page=not options.window)
        browser.close()
    print(target)


if __name__ == "__main__":
    main()
