"""The Python in the page beside the book's own, over everything there is. Slow (minutes): `make test-slow`."""

import pytest

from solutions.catalogue import NAMES
from tests.browser import chrome
from tests.browser.conftest import browser, opened, site  # noqa: F401 (fixtures)
from tests.browser.test_runner_cells import run_all
from tests.browser.test_runner_grading import disagreements, submissions

PLANS = chrome.SITE / "_static" / "runner" / "plans"
PAGES = sorted(path.relative_to(PLANS).with_suffix("").as_posix() for path in PLANS.rglob("*.json"))
WITH_CELLS = [name for name in PAGES if not name.startswith("exercises/")]


@pytest.mark.parametrize("name", NAMES)
def test_page_judges_every_known_file_as_pytest_does(opened, name, tmp_path):  # noqa: F811
    texts = submissions(name)
    assert len(texts) > 20
    with opened(f"exercises/{name}") as visit:
        assert disagreements(visit.page, name, texts, tmp_path) == []


def test_there_are_pages_to_run():
    assert len(WITH_CELLS) > 20, "make book"


@pytest.mark.parametrize("name", WITH_CELLS)
def test_every_page_prints_what_the_book_prints(opened, name):  # noqa: F811
    with opened(name) as visit:
        wrong, _ = run_all(visit, name)
        assert wrong == [] and visit.faults == []
