"""The report of altered pages shows what changed in words and in figures, and nothing else."""

import subprocess

from gate import changes
from gate.book import Book
from gate.changes import compare

PAGE = '<html><body><article class="bd-article"><p>{text}</p><svg class="bookfig" id="f"><path d="{path}"/></svg></article></body></html>'


def page(path, text="같은 글", drawn="M0 0"):
    path.write_text(PAGE.format(text=text, path=drawn), "utf-8")
    return path


def test_equal_pages_are_not_reported(tmp_path):
    assert compare(page(tmp_path / "a.html"), page(tmp_path / "b.html")) == ""


def test_changed_words_are_marked(tmp_path):
    said = compare(page(tmp_path / "a.html", text="0.25"), page(tmp_path / "b.html", text="0.26"))
    assert "<del>- 0.25</del>" in said and "<ins>+ 0.26</ins>" in said and "<table>" not in said


def test_changed_figures_stand_side_by_side(tmp_path):
    said = compare(page(tmp_path / "a.html"), page(tmp_path / "b.html", drawn="M1 1"))
    assert said.index('d="M0 0"') < said.index('d="M1 1"') and "<ins>" not in said


def test_new_and_removed_pages_are_reported(tmp_path):
    assert "<ins>+ 같은 글</ins>" in compare(tmp_path / "none.html", page(tmp_path / "b.html"))
    assert "<del>- 같은 글</del>" in compare(page(tmp_path / "a.html"), tmp_path / "none.html")


def test_commit_of_the_book_that_was_named_is_built(tmp_path, monkeypatch):
    """Not of the one whose gate runs."""
    book = Book(tmp_path / "book")
    (book.root / "web").mkdir(parents=True)
    (book.root / "web" / "mine").touch()
    for arguments in (["init", "-q"], ["add", "."], ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "a"]):
        subprocess.run(["git", *arguments], cwd=book.root, check=True)
    built = []
    monkeypatch.setattr(changes, "build", lambda folder, world: built.append((folder / "web" / "mine").exists()))
    monkeypatch.setattr(changes, "report", lambda book, before: [])
    changes.changes(book)
    assert built == [True]
