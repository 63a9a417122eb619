"""Exercises solved in the page: the same verdicts as pytest, and the reader's code kept."""

import time

import pytest

from solutions.catalogue import NAMES, SOLUTIONS, failures, mistakes, rungs, submission_text
from tests.browser import chrome
from tests.browser.runner import STARTED, Bar, ladder, plan

NAME = NAMES[0]
LOOP = "print('시작', flush=True)\nwhile True:\n    pass\n"


def submissions(name, count=None):
    """Right solutions and mistakes as readers' files; `count` takes mistakes evenly from the whole list."""
    wrong = mistakes(name)
    wrong = wrong if count is None else wrong[:: max(1, len(wrong) // count)][:count]
    right = sorted((SOLUTIONS / name).glob("right/*.py"))
    texts = {f"right/{path.stem}": path.read_text("utf-8") for path in (right[:1] if count else right)}
    texts["solution"] = (SOLUTIONS / name / "solution.py").read_text("utf-8")
    texts["starter"] = plan(f"exercises/{name}")["exercise"]["code"]
    return texts | {f"mistakes/{path.stem}": submission_text(path) for path in wrong}


def disagreements(name, texts, folder, grade):
    """Where the page and pytest judge differently. `grade` gives the page's failures and the number of its rungs."""
    file, wrong = folder / "exercise.py", []
    for label, text in texts.items():
        file.write_text(text, "utf-8")
        expected = dict(failures(name, file))
        seen, count = grade(text)
        if (list(seen), count) != (list(expected), len(rungs(name))):
            wrong.append(f"{label}: pytest {list(expected)}, the page {list(seen)} of {count}")
        elif expected and first_words(seen) != first_words(expected):
            wrong.append(f"{label}: {next(iter(seen.values()))}")
    return wrong


def first_words(failures):
    """Python in the page has 32 bits: NumPy's own integers are smaller there."""
    return next(iter(failures.values())).partition("(")[0].replace("int32", "int64")


@pytest.fixture(scope="module")
def context(browser, site):
    """One browser profile with one started page, for the tests that only press buttons."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="ko-KR")
    page = context.new_page()
    page.goto(f"{site}exercises/{NAME}.html")
    page.on("dialog", lambda dialog: dialog.accept())
    Bar(page).press()
    yield context
    context.close()


@pytest.fixture
def bar(context):
    bar = Bar(context.pages[0])
    yield bar
    if bar.button("reset").is_visible():
        bar.button("reset").click()


def test_page_judges_as_pytest_does(bar, tmp_path):
    """One mistake of one exercise; tests/slow has all of all."""
    assert disagreements(NAME, submissions(NAME, 1), tmp_path, bar.grade) == []


def test_disagreement_is_noticed(tmp_path):
    """Control: verdicts, numbers of rungs and words that differ from pytest's are told."""
    text, count = plan(f"exercises/{NAME}")["exercise"]["code"], len(rungs(NAME))
    (tmp_path / "starter.py").write_text(text, "utf-8")
    said = dict(failures(NAME, tmp_path / "starter.py"))

    def told(seen, count):
        return len(disagreements(NAME, {"starter": text}, tmp_path, lambda _: (seen, count)))

    assert len(said) == count and told(said, count) == 0
    assert told({}, count) == told(said, count - 1) == told(dict.fromkeys(said, "다른 말"), count) == 1


def test_ladder_says_what_the_grader_says(bar):
    failed, count = bar.grade(plan(f"exercises/{NAME}")["exercise"]["code"])
    assert len(failed) == count and f"{count}단계 가운데 0단계" in bar.status()
    assert all(says.startswith("아직 구현하지 않았다: ") for says in failed.values())
    assert bar.page.locator(".ladder details[open]").count() == 1, "the first message alone lies open"
    _, count = bar.grade(submissions(NAME, 1)["solution"])
    assert bar.status() == f"{count}단계를 모두 통과했다." and bar.page.locator(".ladder b").first.inner_text() == "통과"


BROKEN = {
    "syntax error": ("def softmax(scores):\n    return (1\n", "2행: Python이 읽지 못한다"),
    "exit after ten thousand lines": ("x = 1\n" * 10_000 + "raise SystemExit\n", "10001행에서 파일을 불러오다 SystemExit 오류가 났다."),
}


@pytest.mark.parametrize(("code", "words"), BROKEN.values(), ids=BROKEN)
def test_broken_files_are_answered(bar, code, words):
    """As in pytest, which is asked about more of them in test_exercises.py."""
    bar.write(code)
    bar.press()
    failed, count = ladder(bar.page)
    assert len(failed) == count > 0 and all(words in says for says in failed.values())


SPOILER = """\
import builtins
import numpy as np
import pytest

np.allclose = np.exp = np.array_equal = lambda *_, **__: True
pytest.fail = lambda *_, **__: None
builtins.isinstance = lambda *_: True
"""


def test_what_a_file_breaks_ends_with_its_grading(bar):
    """The next files are judged by a Python that knows nothing of it."""
    bar.grade(SPOILER)
    starter, count = bar.grade(plan(f"exercises/{NAME}")["exercise"]["code"])
    assert len(starter) == count > 0 and all(says.startswith("아직 구현하지 않았다: ") for says in starter.values())
    assert bar.grade(submissions(NAME, 1)["solution"])[0] == {} and "모두 통과했다" in bar.status()


def test_file_is_graded_as_it_was_when_the_button_was_pressed(bar):
    """The next Python may still be starting."""
    bar.grade(submissions(NAME, 1)["solution"])
    bar.button("grade").click()
    bar.write("def ro")
    bar.wait()
    assert ladder(bar.page)[0] == {} and "모두 통과했다" in bar.status()


def test_stop_counts_before_the_worker_has_come(opened):
    with opened(f"exercises/{NAME}") as visit:
        visit.page.route("**/runner/worker.js", lambda route: (time.sleep(1.5), route.continue_()))
        bar = Bar(visit.page)
        bar.button("grade").click()
        bar.button("stop").click()
        assert bar.wait() == "멈췄다." and visit.page.locator(".ladder").count() == 0
        assert "단계를 통과했다" in bar.press()


def test_messages_of_the_readers_own_do_no_harm(opened):
    with opened(f"exercises/{NAME}") as visit:
        bar = Bar(visit.page)
        bar.write("import js\n\njs.postMessage(None)\njs.self.close()\n")
        bar.press()
        assert bar.grade(submissions(NAME, 1)["solution"])[0] == {} and visit.faults == []


def test_grading_that_the_file_ends_is_no_verdict(bar):
    bar.grade("raise KeyboardInterrupt\n")
    assert "채점하지 못했다" in bar.status() and bar.page.locator(".ladder .waiting").count() > 0


def test_what_the_readers_code_prints_is_shown_up_to_a_limit(bar):
    bar.write("print('여기까지 왔다')\n")
    bar.press()
    assert "여기까지 왔다" in bar.page.locator(".ladder .printed pre").text_content()
    bar.write("print('긴 줄' * 10**6)\n")
    bar.press()
    assert "100000자를 넘어" in bar.page.locator(".ladder .printed pre").text_content()


def test_code_stays_in_this_browser(context, bar, site):
    """Through leaving and coming back, in a second tab, until it is reset."""
    page = bar.page
    bar.write("kept = '남는다'\n")
    page.goto(f"{site}index.html")
    page.go_back()
    page.wait_for_selector(".exercise-code .run-bar")
    assert bar.button("edit").inner_text() == "이어서 고치기" and bar.button("reset").is_visible()
    second = context.new_page()
    second.goto(page.url)
    other = Bar(second)
    other.button("edit").click()
    assert second.locator(".cm-content").inner_text().strip() == "kept = '남는다'"
    bar.button("edit").click()
    other.write("changed = '다른 tab'\n")
    page.wait_for_function("document.querySelector('.exercise-code [role=status]').textContent.includes('다른 tab')")
    assert page.locator(".cm-content").inner_text().strip() == "changed = '다른 tab'", "what was written there goes on here"
    assert "통과했다" in bar.press() and "통과했다" in other.press(), "each tab has its own Python"
    second.close()
    bar.button("reset").click()
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('exercise:'))") == []


def test_download_is_the_file_that_labs_zip_holds(bar):
    text = "print('내 답')\n"
    bar.write(text)
    with bar.page.expect_download() as waiting:
        bar.button("save").click()
    assert waiting.value.suggested_filename == "exercise.py"
    assert waiting.value.path().read_text("utf-8") == text


def test_endless_loop_is_ended_and_grading_goes_on(opened):
    with opened(f"exercises/{NAME}") as visit:
        bar = Bar(visit.page)
        bar.press()
        visit.page.clock.install()
        bar.write(LOOP)
        bar.button("grade").click()
        visit.page.wait_for_selector(".ladder .waiting")
        assert visit.page.evaluate("1 + 1") == 2 and bar.button("stop").is_visible()
        visit.page.clock.fast_forward(31_000)
        assert "30초 안에 끝나지 않아 멈췄다" in bar.wait()
        assert "시작" in visit.page.locator(".ladder .printed pre").text_content(), "what was printed leads to the loop"
        visit.page.clock.resume()
        failed, _ = bar.grade(submissions(NAME, 1)["solution"])
        assert failed == {}


def test_hints_and_solution_stay_folded(opened):
    with opened(f"exercises/{NAME}") as visit:
        folded = visit.page.locator("details.sd-dropdown")
        assert folded.count() == 4 and visit.page.locator("details.sd-dropdown[open]").count() == 0


def test_second_visit_and_lost_network(browser, site):
    """All that Python needs comes from the browser's own storage, also for a new worker without a network."""
    context = browser.new_context(locale="ko-KR")
    page, asked = context.new_page(), []
    context.on("request", lambda request: asked.append(request.url))
    page.goto(f"{site}exercises/{NAME}.html")
    Bar(page).press()
    assert any("numpy" in url for url in asked)
    asked.clear()
    page.reload()
    Bar(page).press()
    assert not [url for url in asked if url.endswith((".whl", ".wasm", ".zip", "asm.js"))]
    Bar(page).write(LOOP)
    context.set_offline(True)
    Bar(page).button("grade").click()
    page.wait_for_timeout(500)
    Bar(page).button("stop").click()
    assert Bar(page).wait() == "멈췄다."
    failed, _ = Bar(page).grade(submissions(NAME, 1)["solution"])
    assert failed == {}
    context.close()


def test_lost_network_before_the_first_press_is_told(opened):
    with opened(f"exercises/{NAME}") as visit:
        visit.page.context.set_offline(True)
        Bar(visit.page).button("grade").click()
        visit.page.wait_for_function("document.querySelector('.exercise-code [role=status]').textContent.includes('네트워크')")
        assert Bar(visit.page).bar.locator("a").get_attribute("href").endswith("#run-locally")
        visit.page.context.set_offline(False)
        assert "통과했다" in Bar(visit.page).press()


def test_page_opened_as_a_file_says_why(browser):
    page = browser.new_page()
    page.goto((chrome.SITE / "exercises" / f"{NAME}.html").as_uri())
    Bar(page).button("grade").click()
    page.wait_for_function("document.querySelector('.exercise-code [role=status]').textContent.includes('make serve')", timeout=STARTED)
    page.close()


def test_browser_without_webassembly_is_told(browser, site):
    page = browser.new_page()
    page.add_init_script("delete window.WebAssembly")
    page.goto(f"{site}exercises/{NAME}.html")
    status = Bar(page).press()
    assert "WebAssembly가 없다" in status and Bar(page).bar.locator("a").count() == 1
    page.close()
