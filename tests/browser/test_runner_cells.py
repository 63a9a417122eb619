"""The chapter's code run in the page: it prints what the book prints, and it survives what readers do."""

import re

import pytest

from gate import golden
from tests.browser import checks, chrome
from tests.browser.runner import STARTED, Bar, plan

CHAPTER = "transformers/attention"
SMALL = "prerequisites/convexity"
SHOWN = [cell for cell in plan(CHAPTER)["cells"] if not cell["hidden"]]
FIRST, SOFTMAX, FIGURE = 0, 1, 5


def texts_of(cell, selector):
    return [golden.squeezed(text) for text in cell.locator(selector).all_text_contents() if text.strip()]


def printed(cell):
    return "\n".join(cell.locator(".cell_output:not(.run-output) pre").all_text_contents()).rstrip().split("\n")


def differing(expected, seen):
    """Lines that differ, numbers compared by value as with the golden files."""
    if len(expected) != len(seen):
        return [f"{len(expected)} lines, {len(seen)} in the page: {seen[:3]}"]
    return [f"{a!r} != {b!r}" for a, b in zip(expected, seen, strict=True) if not golden.same(a, b)]


def run_all(visit, name):
    """Run every cell of a page that can run. Returns what differs from the printed page, and how many outputs were compared."""
    wrong, compared = [], 0
    for number, cell in enumerate(cell for cell in plan(name)["cells"] if not cell["hidden"]):
        bar = Bar(visit.page, number)
        if cell["kind"] != "runs" or not bar.bar.count():
            continue
        status = bar.press()
        assert status.startswith("실행했다("), f"code {number + 1}: {status} {bar.output()}"
        if figures := texts_of(bar.cell, ".cell_output:not(.run-output) svg text"):
            found = differing(figures, texts_of(bar.cell, ".run-output svg text"))  # figures by their words
        elif bar.cell.locator(".cell_output:not(.run-output)").count():
            found = differing(printed(bar.cell), bar.output().rstrip().split("\n"))
        else:
            continue
        measured = "tag_measured" in bar.cell.get_attribute("class")  # as the golden files leave it out
        wrong += [] if measured else [f"code {number + 1}: {fault}" for fault in found]
        compared += 1
    return wrong, compared


def test_every_cell_of_a_page_prints_what_the_book_prints(opened):
    """In the browser's NumPy, older than the book's. The slow tests have every page."""
    with opened(SMALL) as visit:
        wrong, compared = run_all(visit, SMALL)
        assert wrong == [] and compared > 0
        assert visit.faults == []


def test_changed_code_prints_something_else_until_it_is_reset(opened):
    """Control of the comparison above, and the reader's way there and back."""
    with opened(CHAPTER) as visit:
        bar = Bar(visit.page, SOFTMAX)
        bar.write(SHOWN[SOFTMAX]["code"].replace("998.0", "990.0"))
        assert bar.press().startswith("실행했다(") and "앞의 code 1개" in bar.status()
        assert len(differing(printed(bar.cell), bar.output().rstrip().split("\n"))) == 1
        assert bar.cell.locator(".run-mark").inner_text() == "내가 실행한 결과"
        assert not bar.cell.locator(".cell_output").first.is_visible()
        bar.button("reset").click()
        assert bar.cell.locator(".cell_output").first.is_visible() and bar.cell.locator(".run-output, .cm-editor").count() == 0
        assert bar.cell.locator(".cell_input pre").inner_text().strip() == SHOWN[SOFTMAX]["code"].strip()
        assert not bar.button("reset").is_visible()


def test_nothing_is_asked_for_before_the_first_press(opened):
    with opened(CHAPTER) as visit:
        visit.page.mouse.wheel(0, 4000)
        visit.page.wait_for_timeout(300)
        asked = [url for url in visit.requests if re.search("/(pyodide|runner)/", url)]
        assert asked == []
        Bar(visit.page, SOFTMAX).press()
        later = [url for url in visit.requests if re.search("/(pyodide|runner)/", url)]
        assert any("pyodide.asm.wasm" in url for url in later) and not any("matplotlib" in url or "editor" in url for url in later)
        assert checks.traffic(visit) == []


def test_cells_that_need_a_local_run_say_so_and_link(opened):
    with opened(CHAPTER) as visit:
        for number, cell in enumerate(SHOWN):
            place = visit.page.locator("div.cell").nth(number)
            words = {"runs": None, "runs-locally": "PyTorch", "runs-after": "앞 cell"}[cell["kind"]]
            assert place.locator("[data-do=run]").count() == (words is None)
            if words:
                assert words in place.locator("p.run-bar").inner_text()
                assert place.locator("p.run-bar a").get_attribute("href") == "../index.html#run-locally"
        assert {cell["kind"] for cell in SHOWN} == {"runs", "runs-locally", "runs-after"}
        visit.page.locator("p.run-bar a").first.click()
        assert visit.page.locator("#run-locally").is_visible()


ERRORS = {
    "syntax": ("x = 1\nprint((x\n", ["2행", "SyntaxError"]),
    "value": ("import numpy as np\n\nnp.ones((2, 3)) @ np.ones((2, 3))\n", ["3행", "ValueError", "np.ones((2, 3)) @"]),
    "inside": ("def f(x):\n    return 1 / x\n\n\nf(0)\n", ["2행", "ZeroDivisionError", "return 1 / x"]),
    "module": ("import scipy\n", ["1행", "ModuleNotFoundError", "scipy", "NumPy"]),
    "torch": ("import torch\n", ["ModuleNotFoundError", "torch"]),
    "exit": ("import sys\nsys.exit(3)\n", ["2행", "SystemExit"]),
    "huge": ("for i in range(10**5):\n    print(i, 'x' * 50)\n", ["100000자를 넘어"]),
    "recursion": ("def f():\n    f()\n\n\nf()\n", ["RecursionError"]),
    "input": ("input()\n", ["1행", "input으로 물을 수 없다"]),
    "last value": ("3 * 7\n", ["21"]),
    "no value": ("3 * 7;\n", ["찍은 것이 없다"]),
    "nothing": ("\n", ["찍은 것이 없다"]),
}  # fmt: skip


@pytest.fixture(scope="module")
def started(browser, site):
    """One page whose Python runs, for the short tests."""
    with chrome.visit(browser, site, f"{SMALL}.html") as visit:
        bar = Bar(visit.page, 0)
        bar.press()
        yield bar


@pytest.mark.parametrize(("code", "words"), ERRORS.values(), ids=ERRORS)
def test_what_goes_wrong_is_told_with_its_line(started, code, words):
    started.write(code)
    started.press()
    for word in words:
        assert word in started.output()
    assert len(started.output()) < 101_000


def test_later_runs_are_quick_and_keep_state(started):
    started.write("kept = 5\n")
    started.press()
    started.write("print(kept + 1)\n")
    before = started.page.evaluate("performance.now()")
    started.press()
    assert started.page.evaluate("performance.now()") - before < 1000 and started.output().strip() == "6"


def test_ctrl_enter_runs_and_escape_then_tab_leaves(started):
    started.write("print('눌렀다')\n")
    started.page.keyboard.press("Control+Enter")
    started.wait()
    assert "눌렀다" in started.output()
    inside = "document.activeElement.closest('.cm-editor') !== null"
    started.cell.locator(".cm-content").click()
    started.page.keyboard.press("Tab")
    assert started.page.evaluate(inside), "Tab indents"
    started.page.keyboard.press("Escape")
    started.page.keyboard.press("Tab")
    assert not started.page.evaluate(inside)


def test_endless_loop_is_ended_and_the_page_stays_awake(opened):
    """Time in the page is wound forward; the worker loops in earnest. The next run starts a new Python."""
    with opened(SMALL) as visit:
        bar = Bar(visit.page, 0)
        bar.press()
        visit.page.clock.install()
        bar.write("print('시작', flush=True)\nwhile True:\n    pass\n")
        bar.button("run").click()
        visit.page.wait_for_function("document.querySelector('.run-output pre')?.textContent.includes('시작')")
        assert visit.page.evaluate("1 + 1") == 2 and bar.button("stop").is_visible()
        visit.page.clock.fast_forward(61_000)
        assert "60초 안에 끝나지 않아 멈췄다" in bar.wait() and "반복문" in bar.output()
        visit.page.clock.resume()
        bar.write("print('다시')\n")
        assert bar.press().startswith("실행했다(") and bar.output().strip() == "다시"


def test_stop_button_ends_a_run(started):
    started.write("print('시작', flush=True)\nwhile True:\n    pass\n")
    started.button("run").click()
    started.page.wait_for_function("document.querySelector('.run-output pre')?.textContent.includes('시작')", timeout=STARTED)
    started.button("stop").click()
    assert started.wait() == "멈췄다."


def test_second_press_waits_its_turn(opened):
    """A button is taken as soon as it is pressed, while the first press still asks for what it needs."""
    with opened(CHAPTER) as visit:
        bars = [Bar(visit.page, cell).open() for cell in (FIRST, SOFTMAX)]
        for bar in bars:
            bar.button("run").click()
            assert bar.button("run").is_disabled()
        assert bars[1].status() == "차례를 기다린다."
        assert [bar.wait().split("(")[0] for bar in bars] == ["실행했다", "실행했다"]


def test_error_in_an_earlier_cell_stops_there(opened):
    with opened(CHAPTER) as visit:
        Bar(visit.page, FIRST).write("import nothing_here\n")
        assert "code 1에서 오류" in Bar(visit.page, SOFTMAX).press()
        assert "nothing_here" in Bar(visit.page, FIRST).output()


def test_cell_that_failed_runs_again_before_the_next(opened):
    with opened(CHAPTER) as visit:
        first = Bar(visit.page, FIRST)
        first.write("import nothing_here\n")
        for _ in range(2):
            assert "code 1에서 오류" in Bar(visit.page, SOFTMAX).press()
        first.button("reset").click()
        assert Bar(visit.page, SOFTMAX).press().startswith("실행했다(")


def test_cells_after_a_changed_one_run_again(opened):
    """They may use what it makes."""
    with opened(CHAPTER) as visit:
        Bar(visit.page, SOFTMAX).press()
        third = SOFTMAX + 1
        Bar(visit.page, third).press()
        assert "앞의 code" not in Bar(visit.page, third).press(), "control: nothing has changed"
        Bar(visit.page, FIRST).write(SHOWN[FIRST]["code"] + "\n")
        assert "앞의 code 2개" in Bar(visit.page, third).press()


def test_cell_that_was_put_back_runs_as_printed(opened):
    """What ran in its place has changed what the cells before it made."""
    with opened(CHAPTER) as visit:
        bar = Bar(visit.page, SOFTMAX)
        bar.write("softmax = lambda scores: scores * 0\n" + SHOWN[SOFTMAX]["code"])
        bar.press()
        assert differing(printed(bar.cell), bar.output().rstrip().split("\n")), "control: the change shows"
        bar.button("reset").click()
        assert bar.press().startswith("실행했다(")
        assert differing(printed(bar.cell), bar.output().rstrip().split("\n")) == []
        assert "이어 썼다" in bar.press(), "a second run goes on from the first, and says so"


def test_cell_changed_while_a_later_one_runs_runs_before_the_next(opened):
    with opened(CHAPTER) as visit:
        first, second, third = (Bar(visit.page, cell) for cell in (SOFTMAX, SOFTMAX + 1, SOFTMAX + 2))
        first.write("marker = 'old'\n")
        second.write("import time\nmine = marker\nprint('읽었다', flush=True)\ntime.sleep(4)\n")
        third.write("print(marker, mine)\n")
        first.press()
        second.button("run").click()
        visit.page.wait_for_function("[...document.querySelectorAll('.run-output pre')].some(pre => pre.textContent.includes('읽었다'))")
        first.write("marker = 'new'\n")
        second.wait()
        third.press()
        assert third.output().strip() == "new new"


BREAKING = {
    "too deep": "x = " + "1+" * 60_000 + "1\n",
    "closed": "import js\njs.self.close()\n",
}


@pytest.mark.parametrize("code", BREAKING.values(), ids=BREAKING)
def test_cell_that_breaks_python_costs_one_start(started, code):
    for text in (code, "import json\nprint(repr('다시'))\n", "import json\nprint(repr('다시'))\n"):
        started.write(text)
        status = started.press()
    assert status.startswith("실행했다(") and started.output().strip() == "'다시'"


def test_python_that_a_cell_spoiled_is_whole_after_putting_back(started):
    started.write("import sys\nsys.modules.clear()\n")
    started.press()
    assert not started.press().startswith("실행했다("), "control: it is spoiled"
    started.button("reset").click()
    assert started.press().startswith("실행했다(")


def test_error_of_an_untouched_cell_is_shown(opened):
    with opened(CHAPTER) as visit:
        Bar(visit.page, SOFTMAX).write("np = None\n")
        status = Bar(visit.page, FIGURE).press()
        number = int(re.search(r"code (\d+)에서 오류", status)[1])
        assert "NoneType" in Bar(visit.page, number - 1).output()


def test_python_that_broke_starts_anew(started):
    started.write("import os\nos._exit(0)\n")
    assert "Python이 끊겼다" in started.press()
    started.write("print('다시')\n")
    assert started.press().startswith("실행했다(") and started.output().strip() == "다시"
