"""What a page's output depends on, besides its cells: a change of each must run the page again, and of nothing else."""

import subprocess
import sys
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
rows = open("measured.csv").read(), open("params.yml").read()
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
    "book/chapter/measured.csv": "",
    f"{LABS}/params.yml": "",
}
OTHERS = {
    f"{LABS}/unused.py": "",
    f"{LABS}/solutions/tiny-mean/right/late.py": "",  # its names are words of the page, its folder is not
    f"{LABS}/solutions/tiny-mean/meta.yml": "",
    f"{LABS}/__pycache__/tiny.pyc": "",
    f"{LABS}/.hidden/tiny.py": "",
    "book/assets/table.css": "",
    "book/table.md": "",
    "book/other/measured.csv": "",
    f"{LABS}/unnamed.yml": "",
}


@pytest.fixture
def book(tmp_path):
    for name, text in {**FILES, **OTHERS, "requirements.txt": "numpy==2\n"}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return Book(tmp_path)


def key(book, code=PAGE, name="chapter/page"):
    return execute.page_key(book, name, nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)]))


def test_used_files_are_found_however_they_are_used(book):
    found = {path.relative_to(book.root).as_posix() for path in execute.used_files(book, [PAGE], book.source / "chapter")}
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


def test_key_knows_where_the_page_runs(book):
    assert key(book) == key(book, name="chapter/another") != key(book, name="other/page")


@pytest.fixture
def pages(book, monkeypatch):
    """Pages of two folders, one a copy of the other's cells; running them takes no time."""
    cell = "---\nfile_format: mystnb\nkernelspec: {name: python3}\n---\n\n```{code-cell}\nimport tiny\n```\n"
    texts = {"_config.yml": "execute: {execute_notebooks: cache}\n", "_toc.yml": "root: index\nchapters:\n- file: chapter/page\n"}
    for name, text in {**texts, "book/index.md": "# 책\n", "book/chapter/page.md": cell, "book/other/page.md": cell}.items():
        (book.root / name).write_text(text, "utf-8")
    monkeypatch.setattr(execute, "run", lambda book, name, notebook: (0, []))
    return book


def test_same_cells_of_another_folder_are_refused(pages):
    assert execute.execute(pages, lambda line: None) == []
    (pages.root / "_toc.yml").write_text("root: index\nchapters:\n- file: chapter/page\n- file: other/page\n", "utf-8")
    [fault] = execute.execute(Book(pages.root), lambda line: None)
    assert fault.where == "book/other/page.md" and "chapter/page" in fault.text


def test_outputs_of_files_that_changed_meanwhile_are_not_kept(pages, monkeypatch):
    def run(book, name, notebook):
        (book.root / LABS / "tiny.py").write_text("VALUE = 2", "utf-8")
        return 0, []

    monkeypatch.setattr(execute, "run", run)
    [fault] = execute.execute(pages, lambda line: None)
    assert "바뀌었다" in fault.text
    said = []
    assert execute.execute(pages, said.append) == [] and "그대로" not in said[0]
    execute.execute(pages, said.append)
    assert "그대로" in said[1]


@pytest.mark.parametrize(
    ("cell", "plain"),
    {
        "%matplotlib inline\nx = 1": "\nx = 1",
        "x = (\n    10\n    % 3\n)": "x = (\n    10\n    % 3\n)",
        'text = """\n%run\n"""': 'text = """\n%run\n"""',
        "%%capture\nassert x": "\nassert x",
    }.items(),
)
def test_magics_alone_are_taken_out(cell, plain):
    assert execute.plain_python(cell) == plain


def test_settings_of_whoever_builds_do_not_reach_the_pages(book, monkeypatch, tmp_path):
    """Python without assertions, and one's own startup files."""
    monkeypatch.setenv("PYTHONOPTIMIZE", "1")
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path / "mine"))
    check = [sys.executable, "-c", "assert False"]
    assert subprocess.run(check).returncode == 0
    environment = book.environment()
    assert subprocess.run(check, env=environment, stderr=subprocess.DEVNULL).returncode == 1
    assert environment["IPYTHONDIR"].startswith(str(book.build)) and environment["PYTHONSTARTUP"] == ""


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
