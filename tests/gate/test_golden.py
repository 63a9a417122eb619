"""What a golden file says of a page's code, and when one may be written."""

import os

import pytest
from nbformat.v4 import new_code_cell, new_notebook

from gate import golden, passed
from gate.__main__ import update_golden
from gate.book import Book
from gate.offline import WORKER
from tests.gate import tinybook

CODE = "%matplotlib inline\nrng = np.random.default_rng(0)\nassert rng.random() < 1\ntorch.manual_seed(3)"


def lines(monkeypatch, code):
    monkeypatch.setattr(golden, "executed", lambda book, name: new_notebook(cells=[new_code_cell(code)]))
    return golden.code_lines(None, "page")


def test_claims_and_seeds_are_recorded(monkeypatch):
    told = lines(monkeypatch, CODE)
    assert told == ["확인한 주장(assert): 1개", "난수의 씨앗: np.random.default_rng(0), torch.manual_seed(3)"]
    other = lines(monkeypatch, CODE.replace("rng(0)", "rng(1)"))
    assert golden.same(told[0], other[0]) and not golden.same(told[1], other[1])
    assert lines(monkeypatch, "print(1)") == []


@pytest.fixture
def built(tmp_path):
    """A book of one page whose last build began at 100 and ended at 200."""
    for name, time in {
        "_toc.yml": 50,
        "book/index.md": 50,
        "_build/begun": 100,
        "_build/html/index.html": 150,
        f"_build/html/{WORKER}": 200,
    }.items():
        tinybook.write(tmp_path, {name: "root: index\n"})
        os.utime(tmp_path / name, (time, time))
    return Book(tmp_path)


def test_site_of_the_pages_as_they_are_may_be_recorded(built):
    assert not golden.not_of_now(built)


@pytest.mark.parametrize(("name", "time"), {"book/index.md": 120, "_build/begun": 300}.items())
def test_values_of_another_state_are_not_recorded(built, name, time):
    """A page edited since the build, even while it ran; a later build that was refused before its site was done."""
    os.utime(built.root / name, (time, time))
    assert "make book" in golden.not_of_now(built) and ("index" in golden.not_of_now(built)) is (name == "book/index.md")


@pytest.mark.parametrize("name", ["book/index.md", "_build/html/index.html", "_build/begun", f"_build/html/{WORKER}"])
def test_without_a_page_or_a_site_nothing_is_recorded(built, name):
    (built.root / name).unlink()
    assert "make book" in golden.not_of_now(built)


def test_page_that_prints_nothing_any_more_loses_its_file(built, monkeypatch):
    seen = ["값 1"]
    monkeypatch.setattr(golden, "record", lambda book, name: seen)
    golden.update(built)
    path = golden.golden_path(built, "index")
    assert path.read_text("utf-8") == "값 1\n" and golden.differences(built) == []
    seen.clear()
    assert golden.differences(built) and "지웠다" in golden.update(built)[0]
    assert not path.exists() and golden.differences(built) == []


def test_page_that_was_put_back_needs_no_build(built, monkeypatch):
    """make book would leave the site as it is, and make golden would ask for make book again and again."""
    passed.remember(built, passed.sources(built))
    os.utime(built.root / "book/index.md", (250, 250))
    monkeypatch.setattr(golden, "update", lambda book: ["같다"])
    update_golden(built)
    tinybook.write(built.root, {"book/index.md": "# 다른 글\n"})
    with pytest.raises(SystemExit, match="index"):
        update_golden(built)


def test_command_records_nothing_and_says_why_in_one_line(built):
    tinybook.write(built.root, {"_config.yml": ""})
    os.utime(built.root / "book/index.md", (250, 250))
    result = tinybook.gate(built.root, "golden")
    assert result.code == 1 and not built.golden.exists()
    assert result.output == "만든 뒤에 고치거나 더한 쪽이 있다: index. 먼저 make book으로 다시 만든다.\n"
