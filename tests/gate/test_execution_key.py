"""What a page's output depends on, besides its cells: a change of each must run the page again, and of nothing else."""

import time

import nbformat
import pytest

from gate import execute
from gate.book import Book

LABS = "labs/architectures/transformers"
PAGE = """\
import importlib
from tiny import mean
import drawing
import pack.inner as inner
%run script.py
!python shell.py
late = importlib.import_module("late")
table = open("data/table.txt").read()
"""
FILES = {
    f"{LABS}/tiny.py": "from summing import total",
    f"{LABS}/summing.py": "import deepest",
    f"{LABS}/deepest.py": "VALUE = 1",
    f"{LABS}/pack/__init__.py": "",
    f"{LABS}/pack/inner.py": "from . import sibling",
    f"{LABS}/pack/sibling.py": "",
    f"{LABS}/script.py": "",
    f"{LABS}/shell.py": "",
    f"{LABS}/late.py": "",
    f"{LABS}/data/weights.npz": "",
    "book/helpers/drawing.py": "",
    "book/helpers/font.ttf": "",
    "book/data/table.txt": "",
}
OTHERS = {
    f"{LABS}/unused.py": "",
    f"{LABS}/solutions/tiny-mean/right/late.py": "",  # its names are words of the page, its folder is not
    f"{LABS}/solutions/tiny-mean/meta.yml": "",
    f"{LABS}/__pycache__/tiny.pyc": "",
    f"{LABS}/.hidden/tiny.py": "",
    "book/assets/table.css": "",
    "book/table.md": "",
}


@pytest.fixture
def book(tmp_path):
    for name, text in {**FILES, **OTHERS, "requirements.txt": "numpy==2\n"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return Book(tmp_path)


def key(book, code=PAGE):
    return execute.page_key(book, nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)]))


def test_used_files_are_found_however_they_are_used(book):
    found = {path.relative_to(book.root).as_posix() for path in execute.used_files(book, [PAGE])}
    assert found == set(FILES)


def test_page_without_imports_uses_no_module(book):
    found = {path.suffix for path in execute.used_files(book, ["print(1)"])}
    assert found == {".npz", ".ttf"}, "data beside the modules always counts"


@pytest.mark.parametrize("name", [*FILES, "requirements.txt"])
def test_change_of_a_used_file_changes_the_key(book, name):
    before = key(book)
    (book.root / name).write_text("# other\n", "utf-8")
    assert key(book) != before


@pytest.mark.parametrize("name", OTHERS)
def test_change_of_another_file_keeps_the_key(book, name):
    before = key(book)
    (book.root / name).write_text("# other\n", "utf-8")
    assert key(book) == before


def test_key_knows_the_python(book, monkeypatch):
    before = key(book)
    monkeypatch.setattr(execute.sys, "version", "4.0")
    assert key(book) != before


def interrupted(done):
    with execute.workers() as pool:
        for _ in range(100):
            pool.submit(lambda: (time.sleep(0.01), done.append(1)))
        raise KeyboardInterrupt


def test_interrupted_pool_begins_nothing_more():
    done = []
    with pytest.raises(KeyboardInterrupt):
        interrupted(done)
    assert len(done) < 50


def test_pool_that_is_not_interrupted_does_all():
    done = []
    with execute.workers() as pool:
        for number in range(20):
            pool.submit(done.append, number)
    assert len(done) == 20
