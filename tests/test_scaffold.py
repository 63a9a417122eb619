"""What `make new-page` and `make new-exercise` write works before anything is filled in, and overwrites nothing."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gate import exercise
from gate.new_exercise import CATALOGUE, LABS, LAST_SECTION, new_exercise
from gate.new_page import new_page
from gate.starters import starters
from solutions.catalogue import submission_text

ROOT = Path(__file__).resolve().parent.parent
TOC = """format: jb-book
root: index
parts:
  - chapters:
      - file: transformers/attention
  - chapters:
      - file: exercises/kv-cache
      - file: exercises/mistakes
"""


@pytest.fixture
def book(tmp_path):
    (tmp_path / "_toc.yml").write_text(TOC, "utf-8")
    (tmp_path / LABS / "exercises").mkdir(parents=True)
    shutil.copy(ROOT / LABS / "exercises" / "grading.py", tmp_path / LABS / "exercises")
    (tmp_path / CATALOGUE).parent.mkdir(parents=True)
    shutil.copy(ROOT / CATALOGUE, tmp_path / CATALOGUE)
    return tmp_path


def graded(folder, submission):
    environment = {**os.environ, "ATTENTION_EXERCISE": str(submission), "PYTEST_ADDOPTS": "-p no:cacheprovider"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--rootdir", str(folder), str(folder)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)


def test_new_page_is_listed_and_runs(book):
    page, _ = new_page(book, "long-context")
    text = page.read_text("utf-8")
    assert "      - file: transformers/attention\n      - file: transformers/long-context\n" in (book / "_toc.yml").read_text("utf-8")
    cells = [part.split("```")[0] for part in text.split("```{code-cell}\n")[1:]]
    assert len(cells) == 2 and "(long-context)=" in text
    glued = {}
    code = "\n".join(cells).replace(":tags: [remove-cell]\n", "").replace("from myst_nb import glue\n", "")
    exec(code, {"glue": lambda key, value, display: glued.update({key: value})})
    assert all(f"`{key}" in text for key in glued) and len(glued) == 2


def test_new_exercise_grades_right_and_wrong(book):
    written = new_exercise(book, "masked-mean")
    assert "      - file: exercises/masked-mean\n      - file: exercises/mistakes\n" in (book / "_toc.yml").read_text("utf-8")
    for path, text in starters(book):
        path.write_text(text, "utf-8")
    folder, solutions = book / LABS / "exercises" / "masked-mean", book / LABS / "solutions" / "masked-mean"
    assert graded(folder, solutions / "solution.py").returncode == 0
    styles = sorted((solutions / "right").glob("*.py"))
    assert len(styles) >= 5 and all(graded(folder, style).returncode == 0 for style in styles)
    untouched = graded(folder, folder / "exercise.py")
    assert untouched.returncode == 1 and "아직 구현하지 않았다" in untouched.stdout
    wrong = book / "wrong.py"
    wrong.write_text(submission_text(solutions / "mistakes" / "wrong_axis.py"), "utf-8")
    caught = graded(folder, wrong)
    assert caught.returncode == 1 and "test_values" in caught.stdout and "길이 축" in caught.stdout
    assert all(path.exists() for path in written)


def test_new_exercise_has_its_section_of_mistakes(book):
    new_exercise(book, "masked-mean")
    _, ours, after = (book / CATALOGUE).read_text("utf-8").partition("(mistakes-masked-mean)=\n")
    assert ours and after.index('exercise_cards("masked-mean")') < after.index(LAST_SECTION)
    assert (book / CATALOGUE).read_text("utf-8").replace(ours + after.partition(LAST_SECTION)[0], "") == (ROOT / CATALOGUE).read_text(
        "utf-8"
    )


def last_cell_of_the_catalogue(shown, counts):
    cells = (ROOT / CATALOGUE).read_text("utf-8").split("```{code-cell}\n:tags: [remove-cell]\n")
    exec(cells[-1].split("```")[0], {"shown": shown, "counts": counts})


def test_catalogue_names_the_exercise_without_a_section_or_with_few_mistakes():
    last_cell_of_the_catalogue({"a", "b"}, {"a": 6, "b": 7})
    for shown, counts in (({"a"}, {"a": 6, "b": 6}), ({"a", "b"}, {"a": 6})):
        with pytest.raises(AssertionError, match=r"\['b'\]. exercise_cards"):
            last_cell_of_the_catalogue(shown, counts)
    with pytest.raises(AssertionError, match=r"여섯보다 적은 연습: \['b'\]"):
        last_cell_of_the_catalogue({"a", "b"}, {"a": 6, "b": 5})


def test_new_exercise_without_a_place_for_its_mistakes_is_refused(book):
    (book / CATALOGUE).write_text("no section\n", "utf-8")
    with pytest.raises(SystemExit, match="어디에 둘지"):
        new_exercise(book, "masked-mean")
    assert (book / "_toc.yml").read_text("utf-8") == TOC


@pytest.mark.parametrize("make", [new_page, new_exercise])
@pytest.mark.parametrize("name", ["", "Mean", "한글", "../x", "a b"])
def test_names_that_are_no_addresses_are_refused(book, make, name):
    with pytest.raises(SystemExit, match="영어 소문자"):
        make(book, name)
    assert (book / "_toc.yml").read_text("utf-8") == TOC


@pytest.mark.parametrize("make", [new_page, new_exercise])
def test_what_exists_is_not_overwritten(book, make):
    first = {path: path.read_bytes() for path in make(book, "again")}
    with pytest.raises(SystemExit, match="이미 있다"):
        make(book, "again")
    assert first == {path: path.read_bytes() for path in first}


def test_a_contents_without_a_place_is_refused(book):
    (book / "_toc.yml").write_text("format: jb-book\nroot: index\n", "utf-8")
    with pytest.raises(SystemExit, match="어디에 올릴지"):
        new_page(book, "lost")
    assert list((book / "book").rglob("*.md")) == [book / CATALOGUE]


@pytest.mark.parametrize("name", ["", "nope"])
def test_unknown_exercise_is_answered_with_the_names_there_are(name):
    with pytest.raises(SystemExit, match=r"이 없다.*kv-cache \| linear-attention"):
        exercise.main(name)
