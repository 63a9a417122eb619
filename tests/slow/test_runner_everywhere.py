"""The Python in the page beside the book's own, over everything there is. Slow (minutes): `make test-slow`."""

import pytest

from solutions.catalogue import NAMES
from tests.browser import chrome
from tests.browser.conftest import browser, opened, site  # noqa: F401 (fixtures)
from tests.browser.runner import plan
from tests.browser.test_runner_cells import CHAPTER, run_all
from tests.browser.test_runner_grading import disagreements, submissions

PLANS = chrome.SITE / "_static" / "runner" / "plans"
PAGES = sorted(path.relative_to(PLANS).with_suffix("").as_posix() for path in PLANS.rglob("*.json"))
WITH_CELLS = [name for name in PAGES if not name.startswith("exercises/")]


# One worker for hundreds of files, asked as the page asks it; the page itself gives each grading a new one.
START = """async () => {
  const base = new URL('_static/', document.baseURI.replace(/exercises[/].*/, '')).href;
  const worker = new Worker(`${base}runner/worker.js`, { type: 'module' });
  window.ask = (message, hear) => new Promise((resolve, reject) => {
    worker.onmessage = ({ data: { event, error, result } }) => (event ? hear(event) : error ? reject(new Error(error.text)) : resolve(result));
    worker.postMessage({ ...message, id: 1 });
  });
  await ask({ do: 'start', base, files: {} }, () => {});
  await ask({ do: 'prepare', group: 'grader' }, () => {});
}"""
GRADE = """async message => {
  const events = [];
  await ask({ do: 'grade', ...message }, event => events.push(event));
  return events;
}"""


def grader_of(page, name):
    page.evaluate(START)
    exercise = plan(f"exercises/{name}")["exercise"]

    def grade(text):
        told = page.evaluate(GRADE, {"code": text, "grader": exercise["grader"], "files": exercise["files"]})
        rungs = [event for event in told if "rung" in event]
        return {event["rung"]: event["says"] for event in rungs if not event["passed"]}, len(rungs)

    return grade


@pytest.mark.parametrize("name", NAMES)
def test_page_judges_every_known_file_as_pytest_does(opened, name, tmp_path):  # noqa: F811
    texts = submissions(name)
    assert len(texts) > 20
    with opened(f"exercises/{name}") as visit:
        assert disagreements(name, texts, tmp_path, grader_of(visit.page, name)) == []


def test_there_are_pages_to_run():
    assert len(WITH_CELLS) > 20, "make book"


@pytest.mark.parametrize("name", WITH_CELLS)
def test_every_page_prints_what_the_book_prints(opened, name):  # noqa: F811
    with opened(name) as visit:
        wrong, compared = run_all(visit, name)
        assert wrong == [] and visit.faults == []
        assert compared > 20 or name != CHAPTER
