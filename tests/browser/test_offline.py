"""The book without a network: kept by the service worker, or opened from a disk."""

import contextlib
import functools
import re
import shutil
import threading

import pytest

from gate.offline import write_offline
from tests.browser import axe, chrome
from tests.browser.find import browser_path
from tests.browser.runner import Bar

CHAPTER = "transformers/attention"
READ = ".offline button >> nth=0"
PATHS = "name => caches.open(name).then(cache => cache.keys()).then(keys => keys.map(key => new URL(key.url).pathname))"
STATUS = ".offline [role=status] >> nth=0"


class Host:
    """A server over a folder that can be stopped and started again at the same address."""

    def __init__(self, folder):
        self.handler = functools.partial(chrome.Handler, directory=str(folder))
        self.asked, self.port = [], 0
        self.start()

    def start(self):
        self.server = chrome.Server(("127.0.0.1", self.port), self.answer)
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def answer(self, *args):
        handler = self.handler(*args)
        self.asked.append(getattr(handler, "path", ""))
        return handler

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.port}/"


@pytest.fixture
def host(tmp_path):
    folder = tmp_path / "site"
    shutil.copytree(chrome.SITE, folder)
    host = Host(folder)
    host.folder = folder
    yield host
    with contextlib.suppress(OSError):
        host.stop()


@pytest.fixture
def page(browser):
    context = browser.new_context(locale="ko-KR")
    yield context.new_page()
    context.close()


def keep(page, address):
    page.goto(address)
    page.click(READ)
    page.wait_for_function("document.querySelector('.offline [role=status]').textContent.includes('받아 두었다')", timeout=120_000)


def kept(page):
    return page.evaluate("caches.keys()"), page.evaluate("navigator.serviceWorker.getRegistrations().then(all => all.length)")


def test_nothing_is_kept_before_the_button_is_pressed(page, host):
    page.goto(f"{host.origin}{CHAPTER}.html")
    assert kept(page) == ([], 0)
    assert not any("service-worker" in path for path in host.asked)
    book = page.locator(READ).text_content()
    assert re.fullmatch(r"오프라인으로 읽기 \(\d+\.\d MB\)", book), book


def test_book_is_read_searched_and_used_without_its_server(page, host):
    keep(page, f"{host.origin}index.html")
    host.stop()
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("requestfailed", lambda request: faults.append(request.url))
    for path in ("", "encyclopedia/rope.html", "exercises/kv-cache.html", "notation.html?mark=query#notation-symbols"):
        page.goto(host.origin + path, wait_until="load")
        assert page.locator("article h1").is_visible(), path
    page.goto(f"{host.origin}{CHAPTER}.html", wait_until="load")
    page.locator("attention-explorer input").first.wait_for()
    page.locator("body").press("Control+k")
    page.keyboard.type("마스크")
    page.locator(".search-option").first.wait_for()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert [fault for fault in faults if "service-worker" not in fault] == []
    assert page.evaluate("fetch('/site.zip').catch(error => error.name)") == "TypeError", "the server still answers"


def test_python_runs_and_grades_without_the_server(page, host):
    page.goto(f"{host.origin}exercises/kv-cache.html")
    page.locator(".offline button").nth(1).click()
    page.get_by_text("받아 두었다").wait_for(timeout=120_000)
    host.stop()
    page.reload()
    assert not page.locator(".offline button").nth(1).is_visible()
    assert "단계" in Bar(page).press()
    assert page.locator(".ladder li").count()


def test_new_version_takes_the_place_of_the_old_one_when_the_reader_says_so(page, host):
    keep(page, f"{host.origin}index.html")
    page.evaluate("localStorage.setItem('check:test', '1')")
    changed = host.folder / "notation.html"
    changed.write_text(changed.read_text("utf-8").replace("<h1>", "<h1>고친 "), "utf-8")
    write_offline(host.folder)
    host.asked.clear()
    page.goto(f"{host.origin}notation.html")
    assert "고친" not in page.locator("article h1").text_content()  # the kept version, whole
    button = page.locator(".offline-notice button")
    button.wait_for()
    assert "\n".join(axe.violations(page, exclude=["article", ".bd-sidebar"])) == ""
    with page.expect_navigation():
        button.click()
    assert "고친" in page.locator("article h1").text_content()
    assert page.evaluate("localStorage.getItem('check:test')") == "1"
    names, count = kept(page)
    assert len(names) == count == 1
    paths = page.evaluate(PATHS, names[0])
    assert sorted(set(paths)) == sorted(paths), "old files stayed"


def test_interrupted_download_says_so_and_goes_on(page, host):
    missing = host.folder / "notation.html"
    text = missing.read_bytes()
    missing.unlink()
    page.goto(f"{host.origin}index.html")
    page.click(READ)
    page.wait_for_function("document.querySelector('.offline [role=status]').textContent.includes('다시 누르면')", timeout=120_000)
    assert "notation.html" in page.locator(STATUS).text_content()
    assert kept(page)[1] == 0
    missing.write_bytes(text)
    keep(page, f"{host.origin}index.html")


def test_what_was_kept_can_be_removed(page, host):
    keep(page, f"{host.origin}index.html")
    page.reload()
    page.get_by_text("받아 둔 책 지우기").click()
    page.get_by_text("지웠다.").wait_for()
    assert kept(page) == ([], 0)
    assert "오프라인으로 읽기" in page.locator(READ).text_content()


def test_what_was_removed_can_be_kept_again_at_once(page, host):
    keep(page, f"{host.origin}index.html")
    page.get_by_text("받아 둔 책 지우기").click()
    page.get_by_text("지웠다.").wait_for()
    page.click(READ)
    page.get_by_text("받아 두었다").wait_for(timeout=120_000)
    assert len(page.evaluate(f"({PATHS})('offline {host.origin}')")) > 100
    host.stop()
    page.reload()
    assert page.locator("article h1").is_visible()


@pytest.mark.parametrize("name", ["index", CHAPTER, "exercises/kv-cache", "encyclopedia/rope", "search"])
def test_page_opens_from_a_disk(page, name):
    faults = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("requestfailed", lambda request: request.resource_type != "font" and faults.append(request.url))
    page.goto((chrome.SITE / f"{name}.html").as_uri(), wait_until="load")
    assert page.evaluate("document.fonts.ready.then(fonts => [...fonts].filter(font => font.status === 'error').length)") == 0
    if name == CHAPTER:
        page.locator("attention-explorer input").first.wait_for()
        assert page.locator(".checklist input").count()
    page.locator("body").press("Control+k")
    page.keyboard.type("마스크")
    page.locator(".search-option").first.wait_for()
    page.keyboard.press("Escape")
    page.click(READ)
    assert "디스크" in page.locator(STATUS).text_content()
    assert faults == []


def test_plain_http_elsewhere_is_told(browser, site):
    """Browsers keep books only from https and from this machine itself."""
    flags = [flag for flag in chrome.FLAGS if not flag.startswith("--host-resolver-rules")]
    flags.append("--host-resolver-rules=MAP book.test 127.0.0.1")
    other = browser.browser_type.launch(executable_path=browser_path(), args=flags)
    page = other.new_page()
    page.goto(site.replace("127.0.0.1", "book.test") + "index.html")
    page.click(READ)
    assert "https가 아니어서" in page.locator(STATUS).text_content()
    assert page.locator("a[href='site.zip']").count()
    other.close()


def test_book_removed_in_another_tab_is_not_called_kept(page, host):
    keep(page, f"{host.origin}index.html")
    other = page.context.new_page()
    other.goto(f"{host.origin}index.html")
    other.wait_for_function("document.querySelector('.offline button').textContent.includes('지우기')")
    page.click(".offline button >> nth=1")
    page.wait_for_function("document.querySelector('.offline [role=status]').textContent.includes('받는 중')")
    other.click(READ)
    page.wait_for_function("!document.querySelector('.offline button').disabled", timeout=120_000)
    status = page.locator(STATUS).text_content()
    assert kept(page)[1] == 0 and "멈추었다" in status and "받아 두었다" not in status
    assert "새 판" not in other.locator(".offline").text_content()


def test_ticks_that_cannot_be_kept_do_no_harm(opened):
    with opened(CHAPTER) as visit:
        assert visit.page.locator(".checklist input").count() > 0
        visit.page.evaluate("() => { Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; }")
        visit.page.locator(".checklist input").first.check()
        assert visit.faults == []
