"""The preview goes on through what writers do half-way, and its pages reload themselves."""

import functools
import http.server
import threading
import time
import urllib.request
from types import SimpleNamespace

import pytest

import runner
from gate import watch
from gate.__main__ import alone
from gate.book import Book
from gate.starters import LABS


@pytest.fixture
def book(tmp_path):
    for name, text in {
        "_config.yml": "execute: {execute_notebooks: cache}\n",
        "_toc.yml": "root: index\n",
        "book/index.md": "# 책\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    return Book(tmp_path)


@pytest.fixture
def quick(monkeypatch):
    """Sphinx and the scripts take seconds and have tests of their own."""
    monkeypatch.setattr(watch, "prepare", lambda book: None)
    monkeypatch.setattr(watch, "run_sphinx", lambda book, *folders: [])


def test_half_written_settings_are_told_and_the_next_save_is_built(book, quick):
    assert watch.rebuild(book, []) == []
    (book.root / "_config.yml").write_text("execute: [", "utf-8")
    assert len(watch.rebuild(book, ["_config.yml"])) == 1
    (book.root / "_config.yml").write_text("execute: {execute_notebooks: cache}\n", "utf-8")
    assert watch.rebuild(book, ["_config.yml"]) == []


def test_script_that_cannot_be_read_is_told(book, quick, monkeypatch):
    def broken(book):
        raise RuntimeError("widgets.js:3")

    monkeypatch.setattr(watch, "prepare", broken)
    assert watch.rebuild(book, ["web/src/widgets.js"]) == ["RuntimeError: widgets.js:3"]


def test_page_added_meanwhile_is_seen(book, quick):
    assert watch.rebuild(book, []) == []
    (book.root / "_toc.yml").write_text("root: index\nchapters:\n- file: lost\n", "utf-8")
    assert "lost.md" in str(watch.rebuild(book, ["_toc.yml"]))


def test_page_asks_to_be_read_again_when_a_module_changes(book):
    """Sphinx would keep the page as it is: its text is the same."""
    module = book.root / LABS / "tiny.py"
    module.parent.mkdir(parents=True)
    module.write_text("import torch\n", "utf-8")
    head = "---\nfile_format: mystnb\nkernelspec: {name: python3}\n---\n\n"
    (book.root / "book/index.md").write_text(head + "```{code-cell}\nimport tiny\n```\n", "utf-8")
    noted = []
    env = SimpleNamespace(docname="index", note_dependency=noted.append)
    runner.mark_cells(SimpleNamespace(srcdir=book.source, env=env), None)
    assert noted == [str(module)]


def test_build_waits_for_the_other(book, capsys):
    ends, begun = [], threading.Event()

    def first():
        with alone(book):
            begun.set()
            time.sleep(0.3)
            ends.append("first")

    thread = threading.Thread(target=first)
    thread.start()
    begun.wait()
    with alone(book):
        ends.append("second")
    thread.join()
    assert ends == ["first", "second"] and "기다린다" in capsys.readouterr().out
    with alone(book):
        assert "기다린다" not in capsys.readouterr().out, "nobody else is there"


@pytest.mark.parametrize(("path", "reloads"), [("", True), ("page.html", True), ("style.css", False)])
def test_pages_reload_themselves(tmp_path, path, reloads):
    for name in ("index.html", "page.html", "style.css"):
        (tmp_path / name).write_text("<body></body>", "utf-8")
    handler = functools.partial(watch.Preview, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        answer = urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/{path}").read()
        server.shutdown()
    assert (b"location.reload" in answer) is reloads
