"""The site as one page for print and as an EPUB: what becomes of links, names, folded parts and formulas."""

import zipfile

import pytest
from bs4 import BeautifulSoup
from lxml import etree

from gate.book import Book
from gate.epub import NAME, page, write_epub
from gate.one_page import drop_sizes, one_page, parts


@pytest.fixture(scope="module")
def tiny(healthy):
    return Book(healthy)


@pytest.fixture(scope="module")
def printed(tiny):
    return BeautifulSoup(one_page(tiny, ["a.css"]), "lxml")


def test_all_pages_stand_in_one_in_order(tiny, printed):
    assert [part["id"] for part in printed.select("main > article")] == [f"p{n}" for n in range(len(tiny.pages))]
    assert [heading.get_text() for heading in printed.select("main h2")] == ["작은 책", "7.3 수와 식", "그림", "다른 쪽"]
    assert list(parts(tiny)) == [(None, [("index", False)]), (None, [("numbers", False), ("figures", False), ("other", False)])]


def test_names_are_unique_and_every_link_arrives(printed):
    names = [part["id"] for part in printed.find_all(id=True)]
    assert len(names) == len(set(names)) > 10
    targets = {link["href"] for link in printed.select("a[href]")}
    assert {target.removeprefix("#") for target in targets if target.startswith("#")} <= set(names)
    assert not [target for target in targets if target.startswith(("..", "http://127", "_"))]
    assert "#p0-home" in targets  # from another page


def test_size_of_an_archive_goes_with_its_brackets():
    article = BeautifulSoup('<p>묶음 (<span data-bytes="zip">2 MB</span>)을 푼다(곧).</p>', "lxml")
    drop_sizes(article)
    assert article.p.decode_contents() == "묶음을 푼다(곧)."


def test_figures_keep_their_parts(printed):
    svg = next(svg for svg in printed.select("svg.bookfig") if svg.select("use"))
    names = {part["id"] for part in svg.find_all(id=True)}
    used = {use["href"].removeprefix("#") for use in svg.select("use")}
    clips = {part["clip-path"][5:-1] for part in svg.find_all(attrs={"clip-path": True})}
    assert used and clips and used | clips <= names


def test_nothing_of_the_screen_is_left(printed):
    assert not printed.select("main button, main script, main template, .headerlink, .katex-mathml, details.hide")
    assert printed.select(".cell_input pre") and "펼치기" not in printed.get_text()


def test_contents_lead_to_the_pages(printed):
    assert [(link["href"], link.get_text()) for link in printed.select(".contents a")][:3] == [
        ("#p0", "작은 책"), ("#p1", "7.3 수와 식"), ("#p1-formula", "왜 더한 뒤에 나누는가"),
    ]  # fmt: skip


def test_epub_is_plain_xml_with_formulas_as_mathml(tiny):
    with zipfile.ZipFile(tiny.html / "downloads" / NAME) as archive:
        assert archive.infolist()[0].filename == "mimetype" and archive.infolist()[0].compress_type == zipfile.ZIP_STORED
        documents = {name: etree.fromstring(archive.read(name)) for name in archive.namelist() if name.endswith((".xhtml", ".opf", ".xml"))}
    assert {f"EPUB/{name}.xhtml" for name in tiny.pages} <= set(documents)
    numbers, figures = documents["EPUB/numbers.xhtml"], documents["EPUB/figures.xhtml"]
    assert numbers.findall(".//{*}math") and not numbers.xpath("//*[contains(@class, 'katex-html')]")
    assert figures.find(".//{http://www.w3.org/2000/svg}svg").get("viewBox")
    assert "var(--" not in etree.tostring(figures).decode()
    items = {item.get("href"): item.get("properties") for item in documents["EPUB/package.opf"].iterfind(".//{*}item")}
    assert items["numbers.xhtml"] == "mathml" and "svg" in items["figures.xhtml"] and items["index.xhtml"] is None


def test_epub_links_stay_in_the_book(tiny):
    hrefs = {link["href"] for name in tiny.pages for link in page(tiny, name).select("a[href]")}
    assert "index.xhtml#home" in hrefs and not [href for href in hrefs if ".html" in href or "_downloads" in href]


def test_epub_bytes_repeat(tiny):
    path = tiny.html / "downloads" / NAME
    before = path.read_bytes()
    write_epub(tiny)
    assert path.read_bytes() == before
