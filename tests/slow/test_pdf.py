"""The printed book: everything of the site is in it, can be searched, leads where it says, and nothing is cut off.

Needs `make pdf` before, which needs a browser; so it belongs to `make test-slow`.
"""

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from copy import copy

import pypdfium2
import pypdfium2.raw as c
import pytest
from playwright.sync_api import sync_playwright

from gate import pdf
from gate.book import Book
from gate.inspect_site import parse
from gate.one_page import parts
from tests.browser import chrome

BOOK = Book(chrome.ROOT)
PATH = pdf.place(BOOK)
# Of the pages, what is on a screen alone, and formulas, which stand there twice.
NOT_PRINTED = "template, a.headerlink, script, style, .katex-mathml, details.hide > summary, svg title"


@pytest.fixture(scope="module")
def book():
    assert PATH.exists(), "PDF가 없다. 먼저 make pdf로 만든다."
    return pypdfium2.PdfDocument(PATH)


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as playwright:
        browser = chrome.launch(playwright)
        yield browser
        browser.close()


@pytest.fixture
def printed(browser):
    """Print a line of HTML: what the checks must and must not find fault with."""
    page = browser.new_page()

    def made(body):
        page.set_content(body)
        return pypdfium2.PdfDocument(page.pdf(outline=True, tagged=True))

    yield made
    page.close()


def texts(document):
    return [page.get_textpage().get_text_range() for page in document]


def squeezed(text):
    """Without spaces, dots that lead to a number, and hyphens, which PDFium hides at the end of a word."""
    return re.sub(r"[\s.\ufffe-]", "", text)


def hangul(text):
    return Counter(re.findall("[가-힣]", text))


def cut_off(document):
    """Text that reaches out of its page."""
    faults = []
    for number, page in enumerate(document, start=1):
        width, height = page.get_size()
        text = page.get_textpage()
        for index in range(text.count_rects()):
            left, bottom, right, top = text.get_rect(index)
            if left < 0 or bottom < 0 or right > width or top > height:
                faults.append(f"{number}쪽: {text.get_text_bounded(left, bottom, right, top)[:60]!r}")
    return faults


def links(document):
    """The page that each link leads to, or its address."""
    for page in document:
        position, link = c.c_int(0), c.FPDF_LINK()
        while c.FPDFLink_Enumerate(page, position, link):
            action = c.FPDFLink_GetAction(link)
            dest = c.FPDFLink_GetDest(document, link) or (action and c.FPDFAction_GetDest(document, action))
            if dest:
                yield c.FPDFDest_GetDestPageIndex(document, dest)
            else:
                size = c.FPDFAction_GetURIPath(document, action, None, 0)
                buffer = (c.c_char * size)()
                c.FPDFAction_GetURIPath(document, action, buffer, size)
                yield buffer.value.decode()


def pictures(document):
    return sum(1 for page in document for _ in page.get_objects(filter=[c.FPDF_PAGEOBJ_IMAGE], max_depth=9))


def test_all_korean_of_the_site_can_be_searched(book):
    said = texts(book)
    start = next(item for item in book.get_toc()).get_dest().get_index()
    expected, heads = hangul("".join(caption or "" for caption, _ in parts(BOOK))), Counter()
    for name in BOOK.pages:
        article = copy(parse(BOOK, name).select_one("article.bd-article"))
        for part in article.select(NOT_PRINTED):
            part.decompose()
        expected += hangul(article.get_text())
        heads += hangul("".join(head.get_text() for head in article.select("thead")))
    said = hangul("".join(said[start:]))
    assert expected.total() > 30000 and expected - said == Counter()
    assert (said - expected).keys() <= heads.keys()  # the head of a table that goes on on the next page stands there again
    assert (said - expected).total() < 0.01 * expected.total()


def test_outline_has_every_heading_in_order(book):
    outline = [(item.level, item.get_title(), item.get_dest().get_index()) for item in book.get_toc()]
    titles = [caption for caption, _ in parts(BOOK) if caption] + [parse(BOOK, name).select_one("article h1") for name in BOOK.pages]
    wanted = {" ".join((title if isinstance(title, str) else title.get_text().removesuffix("#")).split()) for title in titles}
    assert wanted <= {title for _, title, _ in outline}
    pages = [page for *_, page in outline]
    assert pages == sorted(pages) and {level for level, *_ in outline} >= {0, 1, 2}
    said = texts(book)
    for _, title, page in outline:
        assert re.sub(r"\W", "", title)[:12] in re.sub(r"\W", "", said[page]), title


def test_contents_name_the_pages(book):
    outline = list(book.get_toc())
    assert "18.4 Attention과 Transformer" in texts(book)[1]  # a viewer finds whole words there
    contents = squeezed("".join(texts(book)[1 : outline[0].get_dest().get_index()]))
    for _, entries in parts(BOOK):
        for name, _ in entries:
            title = parse(BOOK, name).select_one("article h1").get_text().removesuffix("#")
            page = next(item.get_dest().get_index() + 1 for item in outline if item.get_title() == title)
            assert f"{squeezed(title)}{page}" in contents, title


def test_links_lead_into_the_book_or_out_of_this_machine(book, printed):
    found = list(links(book))
    inner = [target for target in found if isinstance(target, int)]
    assert len(inner) > 1000 and all(0 <= page < len(book) for page in inner)
    outer = {target for target in found if isinstance(target, str)}
    assert all(target.startswith("https://") for target in outer)
    assert list(links(printed('<a href="http://127.0.0.1/x">가</a> <a href="#y">나</a><p id="y">다</p>'))) == ["http://127.0.0.1/x", 0]


def test_nothing_is_cut_off(book, printed):
    assert cut_off(book) == []
    assert cut_off(printed("<pre>" + "x" * 400 + "</pre>"))


TALL = """limit => [...document.querySelectorAll("svg.bookfig, img, .katex-display")]
  .filter(part => part.getBoundingClientRect().height > limit).map(part => `${part.localName}.${part.getAttribute("class")}`)"""


def test_no_figure_is_longer_than_a_page(browser):
    """It would be cut in two, with all its text still there."""
    width, height = (round(mm * 96 / 25.4) for mm in (210 - 2 * 22, 297 - 20 - 22))
    page = browser.new_page(viewport={"width": width, "height": height})
    page.emulate_media(media="print")
    with chrome.serve(BOOK.build) as origin:
        page.goto(f"{origin}print/book.html", wait_until="load")
        assert page.evaluate(TALL, height) == [] and page.evaluate(TALL, 10) != []
    page.close()


def test_figures_are_drawn_not_photographed(book, printed):
    """Only heat maps, which are rasters in their figures, and image files are pictures."""
    allowed = sum(len(parse(BOOK, name).select("article svg image, article img")) for name in BOOK.pages)
    assert pictures(book) <= allowed
    dot = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    assert pictures(printed(f'<img src="{dot}" width="40">')) == 1


def test_pages_are_numbered_and_the_menu_names_the_file(book):
    said = texts(book)
    numbered = [bool(re.search(rf"^{n}\s|\s{n}$", text.strip())) for n, text in enumerate(said, start=1)]
    assert numbered == [False] + [True] * (len(said) - 1)
    for name in BOOK.pages:
        hrefs = [link["href"] for link in parse(BOOK, name).select(".download-menu a")]
        assert sum(href.endswith(f"downloads/{pdf.NAME}") for href in hrefs) == 1, name


def test_letters_do_not_depend_on_the_machine(book):
    """The fonts are the book's own, embedded."""
    names = re.findall(rb"/FontName\s*/[A-Z]{6}\+([\w-]+)", PATH.read_bytes())
    assert {name.split(b"_")[0] for name in names} <= {b"NanumGothic", b"NanumGothicBold", b"DejaVuSans", b"DejaVuSansMono", b"KaTeX"}
    assert len(names) > 6


def test_the_same_site_gives_the_same_bytes(tmp_path):
    with ThreadPoolExecutor() as pool:  # this thread has a Playwright of its own
        pool.submit(pdf.make_pdf, BOOK, tmp_path / "again.pdf").result()
    assert (tmp_path / "again.pdf").read_bytes() == PATH.read_bytes()
    assert b"20000101000000" in PATH.read_bytes() and pdf.without_chance(b"/ModDate (D:20261130") == b"/ModDate (D:20261130"
    assert pdf.without_chance(b"(node00000777) (node00000785) (node00000777)") == b"(node00000000) (node00000001) (node00000000)"
