"""The page by keys alone: the skip link comes first, every stop is seen and shown as focused, and no stop is a trap."""

import pytest

from tests.browser import chrome

NAMES = ["encyclopedia/rope", "exercises/kv-cache", "genindex"]
STOP = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  for (const animation of document.getAnimations()) if (animation.effect.getComputedTiming().endTime < Infinity) animation.finish();
  // The arrow of a folded part is larger than the element that it stands in.
  const box = (element.localName === 'summary' && element.firstElementChild || element).getBoundingClientRect(), style = getComputedStyle(element);
  const drawn = part => part.outlineStyle !== 'none' && parseFloat(part.outlineWidth) > 0 || part.boxShadow !== 'none';
  // A field in a frame may have the frame show it.
  const near = [element, element.firstElementChild, element.parentElement, element.closest('form, label')].filter(Boolean).map(part => getComputedStyle(part));
  if (!window.stops) window.stops = new Set();
  const again = window.stops.has(element);
  window.stops.add(element);
  const name = `<${element.localName} class="${element.className}"> ${(element.ariaLabel || element.textContent).trim().slice(0, 40)}`;
  const wrong = [];
  if (!box.width || !box.height || box.bottom <= 0 || box.top >= innerHeight || style.visibility === 'hidden') wrong.push(`unseen: ${name}`);
  else if (!near.some(drawn)) wrong.push(`no mark of focus: ${name}`);
  return {name, again, wrong};
}"""


def walk(page, most=600):
    """Press Tab from the top to the end. Returns the names of the stops and what is wrong with them."""
    names, wrong = [], []
    for _ in range(most):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop is None or stop["again"]:
            return names, wrong
        names.append(stop["name"])
        wrong += stop["wrong"]
    return names, [*wrong, f"trap: {names[-1]}"]


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("name", NAMES)
def test_every_stop_is_seen(opened, name, width):
    with opened(name, width=width) as visit:
        visit.page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
        reachable = visit.page.evaluate(
            "[...document.querySelectorAll('main a[href]:not([tabindex]), main button')].filter(e => e.checkVisibility({visibilityProperty: true})).length"
        )
        names, wrong = walk(visit.page)
    assert "\n".join(wrong) == ""
    assert len(names) >= reachable > 0


def test_skip_link_comes_first_and_leads_to_the_text(opened):
    with opened("encyclopedia/rope") as visit:
        page = visit.page
        page.keyboard.press("Tab")
        assert "본문으로 건너뛰기" in page.evaluate(STOP)["name"]
        page.keyboard.press("Enter")
        page.keyboard.press("Tab")
        assert page.evaluate("document.querySelector('#main-content').contains(document.activeElement)")


def test_search_and_cards_give_the_focus_back(opened):
    with opened("encyclopedia/rope") as visit:
        page = visit.page
        link = page.locator("a.term-link").first
        link.focus()
        page.keyboard.press("Control+k")
        page.locator("dialog[open] input").wait_for()
        page.keyboard.press("Escape")
        page.wait_for_function("!document.querySelector('dialog[open]')")
        assert link.evaluate("link => link === document.activeElement")


BROKEN = {
    "no mark of focus": "<a href='#x' style='outline: 0; box-shadow: none'>표시 없는 링크</a>",
    "unseen": "<a href='#x' style='position: absolute; left: 0; width: 0; height: 0; overflow: hidden'></a>",
    "trap": "<button onblur='setTimeout(() => this.focus())' tabindex='0'>덫</button>",
}


@pytest.mark.parametrize(("says", "html"), BROKEN.items(), ids=BROKEN)
def test_broken_path_is_found(browser, tmp_path, says, html):
    page_html = f"<!DOCTYPE html><html lang='ko'><title>쪽</title><link rel='icon' href='data:,'><a href='#a'>처음</a>{html}<a href='#b'>끝</a></html>"
    (tmp_path / "index.html").write_text(page_html, "utf-8")
    with chrome.serve(tmp_path) as origin, chrome.visit(browser, origin, "index.html") as visit:
        names, wrong = walk(visit.page, most=20)
        reached_end = any("끝" in name for name in names)
    assert any(says in fault for fault in wrong) if says != "trap" else not reached_end


@pytest.mark.parametrize("name", ["primary", "secondary"])
def test_drawer_gives_the_focus_back(opened, name):
    with opened("transformers/attention", width=360) as visit:
        button, drawer = visit.page.locator(f".{name}-toggle:visible").first, visit.page.locator(f"#pst-{name}-sidebar-modal")
        button.press("Enter")
        drawer.locator("a:visible").first.wait_for()
        visit.page.keyboard.press("Escape")
        drawer.wait_for(state="hidden")
        visit.page.wait_for_function(f"document.activeElement.matches('.{name}-toggle')")


def test_link_closes_the_contents_of_the_page(opened):
    with opened("transformers/attention", width=360) as visit:
        visit.page.locator(".secondary-toggle:visible").first.click()
        drawer = visit.page.locator("#pst-secondary-sidebar-modal")
        drawer.locator("a[href^='#']:visible").nth(2).click()
        drawer.wait_for(state="hidden")
        assert "#" in visit.page.url and visit.page.evaluate("scrollY") > 0
