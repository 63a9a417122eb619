"""The menu of downloads, as a reader uses it: by keys, and with the file that it names."""

import pytest

from tests.browser import chrome


def focused(page):
    return page.evaluate("document.activeElement.getAttribute('href')")


@pytest.mark.parametrize("width", [360, 1280])
def test_menu_opens_and_moves_by_keys(opened, width):
    with opened("encyclopedia/causal-mask", width=width) as visit:
        button, menu = visit.page.get_by_role("button", name="내려받기"), visit.page.locator(".download-menu ul")
        assert not menu.is_visible()
        button.focus()
        visit.page.keyboard.press("Enter")
        assert menu.is_visible() and button.get_attribute("aria-expanded") == "true"
        box = menu.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        visit.page.keyboard.press("ArrowDown")
        assert focused(visit.page) == "../downloads/encyclopedia/causal-mask.ipynb"
        visit.page.keyboard.press("ArrowDown")
        assert focused(visit.page) == "../downloads/encyclopedia/causal-mask.executed.ipynb"
        visit.page.keyboard.press("Escape")
        assert not menu.is_visible() and button.evaluate("button => button === document.activeElement")
        assert visit.faults == []


def test_a_chosen_file_is_saved_whole(opened):
    with opened("encyclopedia/causal-mask") as visit:
        visit.page.get_by_role("button", name="내려받기").click()
        with visit.page.expect_download() as download:
            visit.page.get_by_role("link", name="빈 notebook").click()
        assert download.value.suggested_filename == "causal-mask.ipynb"
        made = chrome.SITE / "downloads" / "encyclopedia" / "causal-mask.ipynb"
        assert download.value.path().read_bytes() == made.read_bytes()
