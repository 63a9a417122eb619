"""Broken pages, each in a book with others of its stage: the gate must name each page and its one reason.

The gate reads the pages of a stage independently, so that a book of broken pages costs the time of one build.
"""

import pytest

from tests.gate import broken_pages, tinybook


def page_name(case):
    return case.name.replace(" ", "-")


def make(root, cases):
    """Build the book of these pages and keep what the gate said of it."""
    tinybook.write_healthy(root)
    contents, facts = tinybook.FILES["_toc.yml"], tinybook.FILES["tests/facts.yml"]
    for case in cases:
        name = page_name(case)
        head = case.head or (tinybook.NOTEBOOK if "{code-cell}" in case.text else "")
        files = {f"book/{name}.md": f"{head}({name})=\n# 한 가지가 틀린 쪽\n\n{case.text}"}
        if case.golden:
            files[f"tests/golden/{name}.txt"] = f"## {name}\n{case.golden}\n"
        tinybook.write(root, files)
        contents += f"- file: {name}\n"
        facts += f"{name}:\n  - {case.fact}\n" if case.fact else ""
    tinybook.write(root, {"_toc.yml": contents, "tests/facts.yml": facts})
    result = tinybook.gate(root)
    (root / "said").write_text(f"{result.code}\n{result.output}", "utf-8")


@pytest.fixture(scope="session")
def said(shared_folder, healthy):
    """What the gate said of the book of a group, which is built when first asked for."""

    def read(group):
        def build(root):
            tinybook.copy(healthy / "tests", root / "tests")
            make(root, broken_pages.GROUPS[group])

        folder = tinybook.once(shared_folder, f"book-{group}", build)
        code, output = (folder / "said").read_text("utf-8").split("\n", 1)
        return tinybook.Result(int(code), output)

    return read


CASES = [pytest.param(group, case, id=f"{group}: {case.name}") for group, cases in broken_pages.GROUPS.items() for case in cases]


@pytest.mark.parametrize(("group", "case"), CASES)
def test_page_is_refused_for_its_reason_alone(said, group, case):
    result = said(group)
    assert result.code == 1
    mine = [(kind, text) for kind, text in result.faults if names_page(text, page_name(case))]
    if case.kind is None:
        assert mine == [], "this page is right and only looks like a broken one"
        return
    assert {kind for kind, _ in mine} == {case.kind}, result.output
    assert any(case.says in text for _, text in mine), mine


def names_page(text, page):
    return any(f"{before}{page}{after}" in text for before in ("book/", "") for after in (".md", ".html", ": ", ".txt"))


@pytest.mark.parametrize("group", broken_pages.GROUPS)
def test_healthy_pages_among_them_are_not_blamed(said, group):
    result = said(group)
    for page in ("index", "numbers", "figures", "other"):
        assert not any(text.startswith((f"book/{page}.md", f"{page}.html", f"tests/golden/{page}")) for _, text in result.faults)


def test_page_names_are_not_parts_of_each_other():
    names = [page_name(case) for cases in broken_pages.GROUPS.values() for case in cases]
    assert not [(a, b) for a in names for b in names if a != b and names_page(f"book/{b}.md", a)]
