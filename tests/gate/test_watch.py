"""The preview goes on through what writers do half-way, and its pages reload themselves."""

import functools
import http.server
import threading
import urllib.request

import pytest

from gate import watch
from gate.book import Book


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
