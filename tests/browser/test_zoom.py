"""Text at twice its size loses nothing: no page scrolls sideways, and no text is cut off by its own box."""

import pytest

from gate.book import Book
from tests.browser import checks, chrome

DOUBLE = "document.documentElement.style.fontSize = '200%'"
# What hides its overflow and holds more than it shows. Formulas and what is meant for listeners alone hide nothing to read.
CUT = """() => [...document.querySelectorAll('body *')].filter(element => {
  if (element.closest('.katex, svg, .visually-hidden, .sr-only, dialog:not([open])') || !element.checkVisibility()) return false;
  const style = getComputedStyle(element), hides = value => value === 'hidden' || value === 'clip';
  const text = [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
  return text && (hides(style.overflowX) && element.scrollWidth > element.clientWidth + 1
    || hides(style.overflowY) && element.scrollHeight > element.clientHeight + 1);
}).map(element => `cut: <${element.localName} class="${element.className}"> ${element.textContent.trim().slice(0, 40)}`)"""


@pytest.mark.parametrize("name", [*Book(chrome.ROOT).pages, "genindex", "search"])
def test_twice_the_text_is_all_there(opened, name):
    with opened(name) as visit:
        visit.page.evaluate(DOUBLE)
        wrong = checks.sideways(visit) + visit.page.evaluate(CUT)
        visit.page.set_viewport_size({"width": 640, "height": 450})  # as if the whole page were twice as large
        wrong += checks.sideways(visit) + visit.page.evaluate(CUT)
    assert "\n".join(wrong) == ""


def test_cut_text_is_found(opened):
    with opened("search") as visit:
        assert visit.page.evaluate(CUT) == []
        visit.page.evaluate("document.querySelector('h1').style.cssText = 'overflow: hidden; width: 1em; height: 1em'")
        assert any("cut: <h1" in fault for fault in visit.page.evaluate(CUT))
