"""What readers download says what the page says, in Markdown that any reader knows, and carries what it needs."""

import json
import re
from copy import copy

import nbformat
import pytest
from bs4 import BeautifulSoup
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from download_menu import colab
from gate.book import Book, Refused
from gate.downloads import by_cell, carried, cell_blocks, code_cell, literal, names_used, setup_cell
from gate.inspect_site import parse
from plain_markdown import code, escaped, plain_latex
from tests.browser.chrome import ROOT, SITE

BOOK = Book(ROOT)
FOLDER = SITE / "downloads"
MYST = re.compile(r"(?<!`)\{[a-z][\w:+-]*\}`|^\s*[`:]{3,}\{|\{\{|^\([\w-]+\)=$", flags=re.M)  # role, directive, substitution, label
MARKDOWN = MarkdownIt("commonmark", {"html": True}).enable("table").use(dollarmath_plugin)
NOT_TEXT = "pre, .katex, .math, svg, template, .headerlink, .backrefs, .cell details.hide, .cell_output > *:not(figure), button"


def hangul(soup):
    """The Korean that is read, without formulas, code and pictures."""
    soup = copy(soup)
    for picture in soup.select("section > svg"):
        picture.replace_with(picture["aria-label"])
    for part in soup.select(NOT_TEXT):
        part.decompose()
    return "".join(re.findall("[가-힣]", soup.get_text()))


def markdown_of(name):
    """The text of the page's files: of its notebook's cells if it has one."""
    path = FOLDER / f"{name}.ipynb"
    if not path.exists():
        return (FOLDER / f"{name}.md").read_text("utf-8")
    cells = nbformat.read(path, as_version=4).cells[:-1]  # the last says where the notebook comes from
    return "\n\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


@pytest.mark.parametrize("name", BOOK.pages)
def test_a_file_says_what_the_page_says(name):
    read = BeautifulSoup(MARKDOWN.render(markdown_of(name)), "lxml")
    assert hangul(read) == hangul(parse(BOOK, name).select_one("article.bd-article"))
    assert "**" not in "".join(text for text in read.find_all(string=True) if not text.find_parent(["code", "pre", "span", "div"]))


@pytest.mark.parametrize(("tag", "blocks"), {"hide-input": 2, "remove-input": 1, "remove-output": 1}.items())
def test_what_the_page_hides_is_not_in_its_file(tag, blocks):
    printed = nbformat.v4.new_output("stream", name="stdout", text="0.123")
    cell = nbformat.v4.new_code_cell("print(0.123)", outputs=[printed], metadata={"tags": [tag]})
    assert len(list(cell_blocks(cell))) == blocks


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.ipynb")) + sorted(FOLDER.rglob("*.md")), ids=lambda path: path.name)
def test_no_markup_of_the_book_is_left(path):
    text = path.read_text("utf-8")
    if path.suffix == ".ipynb":
        notebook = nbformat.reads(text, as_version=4)
        nbformat.validate(notebook)
        text = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert MYST.findall(text) == []


def test_the_books_own_markup_is_recognised():
    found = sum(len(MYST.findall(BOOK.page_source(name).read_text("utf-8"))) for name in BOOK.pages)
    assert found > 400
    assert MYST.search("값은 {glue:text}`x:.1f`이다") and MYST.search(":::{note}") and MYST.search("(label)=")
    assert not MYST.search("집합 {a, b}와 `{x}`, `:::`")


def test_every_cell_of_the_page_is_in_its_notebook():
    for name in BOOK.pages:
        path = FOLDER / f"{name}.executed.ipynb"
        source = BOOK.page_source(name).read_text("utf-8").count("```{code-cell}")
        ran = nbformat.read(path, as_version=4).cells if path.exists() else []
        ran = [cell for cell in ran if cell.cell_type == "code"][1:]  # the first prepares
        assert len(ran) == source and all(cell.execution_count for cell in ran), name
        claims = [cell for cell in ran if "assert" in cell.source and "remove-cell" in cell.metadata.get("tags", [])]
        assert all(cell.metadata.jupyter.source_hidden for cell in claims), name
        clean = FOLDER / f"{name}.ipynb"
        if clean.exists():
            assert not any(cell.get("outputs") for cell in nbformat.read(clean, as_version=4).cells)


def test_a_cell_is_folded_as_on_the_page_and_keeps_its_marks():
    def made(*tags):
        return code_cell(nbformat.v4.new_code_cell("x = 1", metadata={"tags": list(tags)}))

    assert made().metadata == {} and made("measured").metadata == {"tags": ["measured"]}
    assert made("hide-input").metadata == {"tags": ["hide-input"], "jupyter": {"source_hidden": True}}
    assert made("remove-cell").source.startswith("# @title") and made("remove-cell").metadata.cellView == "form"


def test_hidden_cells_follow_what_they_check():
    cell = lambda kind: {"cell_type": kind}  # noqa: E731
    cells = [nbformat.from_dict(cell(kind)) for kind in ("markdown", "code", "markdown", "code", "code", "markdown", "code")]
    assert list(by_cell(["a", 3, "b", 6], cells)) == ["a", 1, 3, 4, "b", 6]  # 1 comes before anything shown, 4 checks 3
    assert list(by_cell(["a"], cells)) == ["a", 1, 3, 4, 6]  # nothing is shown


def test_what_a_page_uses_goes_along(tmp_path):
    labs, helpers = tmp_path / "labs/architectures/transformers", tmp_path / "book/helpers"
    files = {
        labs / "alpha.py": '"""See delta.py."""\nfrom beta import x\n',
        labs / "beta.py": 'open("data/co2.csv")\n',
        labs / "data/co2.csv": "1\n",
        labs / "delta.py": "",
        helpers / "gamma.py": "",
        tmp_path / "requirements.in": "numpy==2\nkoreanize-matplotlib==1  # why\nmyst-nb==1\n",
    }
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    book = Book(tmp_path)
    assert list(carried(book, ["import alpha  # delta"])) == ["alpha.py", "beta.py", "data/co2.csv"]
    assert list(carried(book, ["%run x\nimport gamma"])) == ["gamma.py"]
    cell = setup_cell(book, ["import numpy, gamma", "from myst_nb import glue"]).source
    assert "files['gamma.py']" in cell and "files['myst_nb.py']" in cell and "['numpy'])" in cell
    assert names_used('Path(__file__).with_name("test_a.py")') >= {"test_a.py"}


def test_data_that_is_no_text_is_named(tmp_path):
    data = tmp_path / "labs/architectures/transformers/data/co2.npy"
    data.parent.mkdir(parents=True)
    data.write_bytes(b"\x93NUMPY\xff")
    with pytest.raises(Refused, match=r"^\[download\] labs/architectures/transformers/data/co2.npy: "):
        carried(Book(tmp_path), ['open("data/co2.npy")'])
    assert carried(Book(tmp_path), ["x = 1"]) == {}, "nobody uses it"


@pytest.mark.parametrize("text", ["x = 1\n", "s = '''y'''\n", "no end", 'a = "\\n"\n', "'\n"])
def test_a_file_is_carried_unchanged(text):
    assert eval(literal(text)) == text


def test_text_means_the_same_in_markdown():
    for text in ("a*b*c", "값 `x`", "2 < 3", "$5", r"\R", "_x_ a_b", "<b>"):
        assert BeautifulSoup(MARKDOWN.render(escaped(text)), "lxml").get_text().strip() == text
    assert code("a`b") == "``a`b``" and code("x") == "`x`"
    assert plain_latex(r"\R^n \softmax(x) \Rightarrow") == r"\mathbb{R}^n \operatorname{softmax}(x) \Rightarrow"


def test_colab_is_offered_for_a_named_repository_alone():
    address = "https://colab.research.google.com/github/a/b/blob/notebooks/transformers/attention.ipynb"
    assert colab("https://github.com/a/b", "downloads/transformers/attention") == address
    assert colab("https://github.com/a/b.git", "downloads/transformers/attention") == address
    assert colab("", "downloads/x") is None and colab("https://example.org/a/b", "downloads/x") is None
    offered = "colab.research" in (SITE / "transformers/attention.html").read_text("utf-8")
    assert offered == bool(BOOK.config["repository"]["url"])


def test_every_page_offers_its_files():
    for name in BOOK.pages:
        offered = {link["href"].rpartition("downloads/")[2] for link in parse(BOOK, name).select(".download-menu a")}
        made = {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob(f"{name}.*") if path.is_file()}
        assert made and made <= offered, name
    assert json.loads((FOLDER / "notation.ipynb").read_text("utf-8"))["nbformat"] == 4
