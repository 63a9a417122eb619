"""A build is left out only where nothing can have changed since the last one that passed."""

import shutil
from pathlib import Path

import pytest

from gate import passed
from gate.book import Book
from gate.labs_zip import write_labs_zip
from tests.gate.tinybook import gate

FILES = [
    "_config.yml",
    "_toc.yml",
    "requirements.txt",
    "requirements.in",
    "web/purgecss.config.mjs",
    "book/index.md",
    "book/assets/book.css",
    "book/helpers/bookfig.py",
    "labs/tiny.py",
    "labs/data/table.csv",
    "extensions/inline_svg.py",
    "gate/golden.py",
    "web/src/widgets/explorer.js",
    "web/package-lock.json",
    "tests/golden/index.txt",
    "tests/facts.yml",
    "_build/html/index.html",
    "_build/html/_static/book.css",
]


@pytest.fixture
def finished(tmp_path):
    """A book whose build has just passed."""
    for name in FILES:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1", "utf-8")
    book = Book(tmp_path)
    passed.remember(book, passed.sources(book))
    return book


def test_finished_book_is_unchanged(finished):
    assert passed.unchanged(finished) and passed.unchanged(finished)


@pytest.mark.parametrize("name", FILES)
def test_change_of_any_file_is_noticed(finished, name):
    (finished.root / name).write_text("2", "utf-8")
    assert not passed.unchanged(finished)


@pytest.mark.parametrize("name", FILES)
def test_loss_of_any_file_is_noticed(finished, name):
    (finished.root / name).unlink()
    assert not passed.unchanged(finished)


@pytest.mark.parametrize("name", ["book/new.md", "labs/new.py", "tests/golden/new.txt", "_build/html/new.html"])
def test_new_file_is_noticed(finished, name):
    (finished.root / name).write_text("1", "utf-8")
    assert not passed.unchanged(finished)


def test_moved_file_is_noticed(finished):
    (finished.root / "book/index.md").rename(finished.root / "book/other.md")
    assert not passed.unchanged(finished)


@pytest.mark.parametrize("name", ["labs/__pycache__/tiny.pyc", "labs/.pytest_cache/x", "labs/.venv/lib/x.py", "README.md"])
def test_what_no_page_uses_is_not_asked(finished, name):
    (finished.root / name).parent.mkdir(parents=True, exist_ok=True)
    (finished.root / name).write_text("1", "utf-8")
    assert passed.unchanged(finished)


def test_a_change_that_was_taken_back_needs_a_build(finished):
    """The build that the change asked for may have failed half-way."""
    page = finished.root / "book/index.md"
    page.write_text("2", "utf-8")
    assert not passed.unchanged(finished)
    page.write_text("1", "utf-8")
    assert not passed.unchanged(finished)


def test_edit_during_the_build_needs_another(finished):
    before = passed.sources(finished)
    (finished.root / "book/index.md").write_text("2", "utf-8")
    passed.remember(finished, before)
    assert not passed.unchanged(finished)


def test_other_python_is_noticed(finished, monkeypatch):
    monkeypatch.setattr(passed.sys, "version", "4.0")
    assert not passed.unchanged(finished)


def test_wheels_that_come_later_are_noticed(finished, monkeypatch):
    """A site that was built without them asks the CDN."""
    monkeypatch.setattr(passed, "WHEELS", finished.root / "wheels")
    passed.remember(finished, passed.sources(finished))
    assert passed.unchanged(finished)
    (finished.root / "wheels").mkdir()
    (finished.root / "wheels" / "numpy.whl").touch()
    assert not passed.unchanged(finished)


def test_missing_site_is_noticed(finished):
    shutil.rmtree(finished.html)
    assert not passed.unchanged(finished)


def test_gate_leaves_out_only_an_unchanged_book(book):
    first, second = gate(book), gate(book)
    assert first.code == second.code == 0
    assert "달라진 것이 없다" in second.output and "달라진 것이 없다" not in first.output
    page = Path(book, "_build/html/index.html")
    page.write_text(page.read_text("utf-8").replace("시작", "끝"), "utf-8")
    third = gate(book)
    assert "달라진 것이 없다" not in third.output and "시작" in page.read_text("utf-8"), "a site changed by hand is made anew"


def test_download_leaves_out_what_lies_hidden(tmp_path):
    """A reader's environment, where labs/README.md says to make one."""
    for name in ("labs/README.md", "labs/x.py", "labs/.venv/lib/y.py", "labs/a/.pytest_cache/README.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("1", "utf-8")
    names = write_labs_zip(Book(tmp_path), tmp_path / "labs.zip")
    assert names == ["MANIFEST.json", "README.md", "requirements.txt", "x.py"]
