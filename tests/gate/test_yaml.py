"""A mistake in YAML is told in one line, with the file and the line in it, wherever it is read."""

import pytest

from gate.book import Book, Fault, Refused, front_matter, read_yaml
from gate.prose import typed_numbers
from gate.terminology import TABLE, terminology
from terms import read_terms
from tests.gate.tinybook import gate, write

BROKEN = "a: 1\nb: c: d\n"  # in its line 2
PAGE = f"---\n{BROKEN}---\n\n# 쪽\n"
TOC = {"_toc.yml": "root: notation\nchapters:\n- file: page\n", "book/notation.md": f"{TABLE}\n\n| 가 | 나 |\n|---|---|\n"}
READERS = {
    "_config.yml": ({"_config.yml": BROKEN}, lambda book: book.config, 2),
    "_toc.yml": ({"_toc.yml": BROKEN}, lambda book: book.pages, 2),
    "tests/facts.yml": ({"tests/facts.yml": BROKEN}, typed_numbers, 2),
    "book/page.md": (TOC | {"book/page.md": PAGE}, terminology, 3),
    "book/encyclopedia/mask.md": ({"book/encyclopedia/mask.md": PAGE}, lambda book: read_terms(book.source / "encyclopedia"), 3),
}


@pytest.mark.parametrize("name", READERS)
def test_file_and_line_are_named(tmp_path, name):
    files, read, line = READERS[name]
    write(tmp_path, files)
    with pytest.raises(Refused) as refused:
        read(Book(tmp_path))
    [fault] = refused.value.args
    assert (fault.kind, fault.where) == ("yaml", f"{name}:{line}") and "\n" not in str(fault)


@pytest.mark.parametrize("text", ["- a\n", "word\n", "a: 2026-13-45\n", "a: \x07\n"])
def test_what_has_no_line_is_named_by_its_file(text):
    with pytest.raises(Refused, match=r"^\[yaml\] x.yml: "):
        read_yaml(text, "x.yml")


@pytest.mark.parametrize("text", ["", "# nothing\n", "a:\n", "a: 2026-12-04\n"])
def test_right_and_empty_files_are_read(text):
    assert read_yaml(text, "x.yml").keys() <= {"a"}


def test_page_is_its_head_and_its_text():
    assert front_matter("---\na: 1\n---\n\n글\n", "x.md") == ({"a": 1}, "\n글\n")
    assert front_matter("글\n---\n\n---\n", "x.md") == ({}, "글\n---\n\n---\n")


def test_command_ends_with_the_fault_alone(tmp_path):
    write(tmp_path, {"_config.yml": "title: 책\n", "_toc.yml": BROKEN})
    result = gate(tmp_path, "terms")
    assert result.code == 1 and result.kinds == {"yaml"} and result.output.count("\n") == 1, result.output
    assert str(Fault("yaml", "_toc.yml:2", "")) in result.output
