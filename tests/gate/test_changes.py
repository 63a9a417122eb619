"""A healthy book in which one thing changes: each change must be seen, and be the only reason."""

import re
from pathlib import Path

import pytest

from tests.gate import tinybook
from tests.gate.tinybook import LABS, edit, gate, refused, write


def said(healthy, run):
    code, output = (healthy / f"{run}.said").read_text("utf-8").split("\n", 1)
    return tinybook.Result(int(code), output)


def test_healthy_book_is_accepted(healthy):
    second = said(healthy, "second")
    assert second.code == 0 and second.faults == [] and "4쪽을" in second.output


def test_copy_of_the_healthy_book_is_accepted_without_running_again(book):
    result = gate(book)
    assert result.code == 0, result.output
    assert result.output.count("그대로") == 2


def test_book_without_golden_files_is_refused(healthy):
    first = said(healthy, "first")
    assert refused(first, "golden", "+평균 2.5", "+글 속 값: 2.50", "+그림: 0 | 5")
    assert said(healthy, "golden").code == 0


def test_golden_files_hold_what_a_reader_sees(healthy):
    lines = (healthy / "tests/golden/numbers.txt").read_text("utf-8").splitlines()
    assert lines == ["## numbers", "평균 2.5", "합 -7.5 개수 1024", "## formula", "글 속 값: 2.5"]
    assert "가나다" in (healthy / "tests/golden/figures.txt").read_text("utf-8")


# Edits after which the pages print something else than their golden files, and the beginnings of the lines that go.
CHANGED_PRINTS = {
    ("book/numbers.md", "1.25, 2.5", "1.26, 2.5"): ["평균 2.5"],
    ("book/numbers.md", "mean:.1f", "mean:.0f"): ["글 속 값: 2.5"],
    ("book/figures.md", "np.arange(40) ** 2,", "np.where(np.arange(40) == 20, 550, np.arange(40) ** 2),"): ["모양: 선", "모양: 점"],
    ("book/figures.md", '"height", 9.0', '"height", 9.5'): ["글 속 값: 9.0"],
    ("book/figures.md", "reshape(6, 6)", "reshape(6, 6)[:, [1, 0, 2, 3, 4, 5]]"): ["모양: 화소"],
}


def test_changed_prints_are_refused_each_at_its_line(book):
    for change in CHANGED_PRINTS:
        edit(book, *change)
    result = gate(book)
    assert refused(result, "golden")
    gone = re.findall(r"^-(?!-- )(.*)$", result.output, re.M)
    expected = [line for lines in CHANGED_PRINTS.values() for line in lines]
    assert len(gone) == len(expected) and all(map(str.startswith, gone, expected)), gone


STALE = {
    "imported module": (f"{LABS}/tiny.py", "/ len(values)", "/ len(values) + 1"),
    "module that it imports": (f"{LABS}/summing.py", "return sum(values)", "return sum(values) + 3"),
}


@pytest.mark.parametrize(("name", "old", "new"), STALE.values(), ids=STALE)
def test_change_of_a_module_reaches_the_pages(book, name, old, new):
    edit(book, name, old, new)
    result = gate(book)
    assert refused(result, "golden", "+평균 3.5")
    assert "+글 속 값: 3.50" in result.output, "the page that pastes the value shows it too"
    assert re.search(r"numbers .*초$", result.output, re.M) and re.search(r"figures .*그대로$", result.output, re.M)


def test_change_of_a_file_used_without_import_reaches_the_page(book):
    write(book, {f"{LABS}/script.py": "print(1)\n"})
    edit(book, "book/numbers.md", 'print("합", -7.5', f'%run ../{LABS}/script.py\nprint("합", -7.5')
    edit(book, "tests/golden/numbers.txt", "합 -7.5", "1\n합 -7.5")
    assert gate(book).code == 0
    edit(book, f"{LABS}/script.py", "1", "2")
    assert refused(gate(book), "golden", "-1\n+2\n 합")


def test_change_of_one_page_reaches_the_page_that_pastes_from_it(book):
    edit(book, "book/numbers.md", 'glue("mean", float(mean(values))', 'glue("mean", float(mean(values)) + 1')
    result = gate(book)
    assert refused(result, "golden", "+글 속 값: 3.5\n", "+글 속 값: 3.50")


def test_change_of_cell_options_alone_reaches_the_page(book):
    edit(book, "book/figures.md", "alt: 선 하나가", "alt: 다른 선 하나가")
    edit(book, "book/figures.md", "caption: 선은", "caption: 다른 선은")
    edit(book, "book/numbers.md", ":tags: [remove-cell]\n", "")
    result = gate(book)
    assert result.code == 0, result.output
    figures, numbers = (Path(book, f"_build/html/{name}.html").read_text("utf-8") for name in ("figures", "numbers"))
    assert "다른 선 하나가" in figures and "다른 선은" in figures and "myst_nb" in numbers


def test_output_that_is_tagged_away_is_missed(book):
    edit(book, "book/numbers.md", "```{code-cell}\nfrom tiny", "```{code-cell}\n:tags: [remove-output]\nfrom tiny")
    result = gate(book)
    assert result.code == 1 and result.kinds == {"golden", "number"} and "-평균 2.5" in result.output


def test_number_whose_output_was_deleted_is_refused(book):
    edit(book, "book/numbers.md", ', "개수", 1024', "")
    edit(book, "tests/golden/numbers.txt", " 개수 1024", "")
    assert refused(gate(book), "number", "손으로 적은 수 1024")


FAILS_TWICE = {
    "typesetting": {"sphinx": ("book/other.md", "앞 쪽의", "앞 쪽의 {ref}`nowhere`")},
    "execution": {
        "cell": ("book/numbers.md", "values = [", "values = 1 / 0, ["),
        "stderr": ("book/figures.md", "fig, ax = plt.subplots()", "import warnings; warnings.warn('x'); fig, ax = plt.subplots()"),
    },
}


@pytest.mark.parametrize("edits", FAILS_TWICE.values(), ids=FAILS_TWICE)
def test_failed_build_fails_again(book, edits):
    for change in edits.values():
        edit(book, *change)
    first, second = gate(book), gate(book)
    assert first.code == second.code == 1 and first.kinds == set(edits), first.output
    assert sorted(first.faults) == sorted(second.faults)


def test_bad_formula_is_named(book):
    edit(book, "book/numbers.md", r"\frac{1}{n}", r"\nothing{1}{n}")
    assert refused(gate(book), "sphinx", "book/numbers.md: 수식을 읽을 수 없다")


def test_execution_that_is_switched_off_is_refused(book):
    edit(book, "_config.yml", "execute_notebooks: cache", 'execute_notebooks: "off"')
    assert refused(gate(book), "config", "execute_notebooks는 cache여야 한다")


def test_page_not_in_the_table_of_contents_is_refused(book):
    write(book, {"book/lost.md": "(lost)=\n# 잃은 쪽\n"})
    assert refused(gate(book), "unlisted", "book/lost.md")


def test_entry_of_the_table_of_contents_without_page_is_refused(book):
    edit(book, "_toc.yml", "- file: other\n", "- file: other\n- file: nowhere\n")
    assert refused(gate(book), "toc", "nowhere.md")


def test_golden_file_without_page_and_page_without_golden_file_are_refused(book):
    (book / "tests/golden/other.txt").rename(book / "tests/golden/gone.txt")
    result = gate(book)
    assert (
        refused(result, "golden", "other.txt: golden에 없는 쪽이다", "gone.txt: 이 golden에 해당하는 쪽이 없다") and len(result.faults) == 2
    )


def test_style_sheet_and_script_that_ask_another_host_are_refused(book):
    write(book, {
        "book/assets/more.css": "p { background: URL( 'https://host.test/a.png' ) }\n",
        "book/assets/more.js": 'import { a } from "https://host.test/a.js";\na();\n',
    })  # fmt: skip
    result = gate(book)
    assert refused(result, "origin", "more.css: CSS", "more.js: script") and len(result.faults) == 2


def test_missing_book_is_said_plainly(tmp_path):
    result = gate(tmp_path)
    assert result.code == 1 and "_config.yml이 없다" in result.output
