"""`make pdf`: print the book with Chromium and add it to the site.

The browser is the tests' (`tests.browser.find`), so this is a step of its own after `make book`. The PDF belongs to the
site it was made from: it lies in `_build/html`, which the next build of changed sources removes, and the menus of
the pages name it only from here on.
"""

import re
import shutil
from importlib.util import find_spec
from pathlib import Path

import matplotlib
import pypdfium2
from fontTools.ttLib import TTFont
from playwright.sync_api import sync_playwright

from tests.browser import chrome

from .one_page import one_page

NAME = "attention-transformer.pdf"
STYLES = ["katex/katex.min.css", "pygments.css", "encyclopedia.css", "book.css"]
PLACE = "<!-- whole book -->"  # in the menu of each page
ITEM = '<li><a class="dropdown-item" href="{up}downloads/{name}" download>책 전체 (.pdf)</a></li>'
NUMBER_CONTENTS = """
pages => {
  const headings = [...document.querySelectorAll(":is(h1, h2, h3, h4, h5, h6)")];
  const page = new Map(headings.map((heading, i) => [heading, pages[i]]));
  for (const link of document.querySelectorAll(".contents a")) {
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    link.dataset.page = page.get(target.matches("h1") ? target : target.querySelector("h2, h3")) ?? "";
  }
}
"""


def make_pdf(book, target):
    """Print the finished site to the file `target`."""
    folder = book.build / "print"
    shutil.rmtree(folder, ignore_errors=True)
    prepare(book, folder)
    with chrome.serve(book.build) as origin, sync_playwright() as playwright:
        browser = chrome.launch(playwright)
        page = browser.new_page()
        page.goto(f"{origin}print/book.html", wait_until="load")
        page.evaluate("document.fonts.ready.then(() => true)")
        pages = []
        for _ in range(2):  # the contents are as long with numbers as without
            page.evaluate(NUMBER_CONTENTS, pages)
            data = page.pdf(prefer_css_page_size=True, print_background=True, outline=True, tagged=True)
            pages = [item.get_dest().get_index() + 1 for item in pypdfium2.PdfDocument(data).get_toc()]
        browser.close()
    target.write_bytes(without_chance(data))


def prepare(book, folder):
    """Everything that the print needs beside the site: the page, its style, fonts that do not depend on the machine."""
    fonts = folder / "fonts"
    fonts.mkdir(parents=True)
    nanum = Path(find_spec("koreanize_matplotlib").origin).parent / "fonts"
    dejavu = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    for path in (nanum / "NanumGothic.ttf", nanum / "NanumGothicBold.ttf", dejavu / "DejaVuSans.ttf", dejavu / "DejaVuSansMono.ttf"):
        with TTFont(path, recalcTimestamp=False) as font:
            for table in [table for table in font.keys() if table.startswith("TSI")]:
                del font[table]  # sources of NanumGothic's hints, one of them empty: browsers refuse the font for it
            font.save(fonts / path.name)
    shutil.copy(Path(__file__).with_name("print.css"), folder)
    styles = [f"../html/_static/{name}" for name in STYLES] + ["print.css"]
    (folder / "book.html").write_text(one_page(book, styles), "utf-8")


def without_chance(data):
    """The same book gives the same bytes: times, and names that count what the browser did before, are overwritten in place."""
    names = {}
    data = re.sub(rb"(/(?:Creation|Mod)Date \(D:)(\d{14})", rb"\g<1>20000101000000", data)
    return re.sub(rb"\(node(\d{8})\)", lambda found: b"(node%08d)" % names.setdefault(found[1], len(names)), data)


def place(book):
    return book.html / "downloads" / NAME


def offer(book):
    """Name the PDF in the menu of every page."""
    for name in book.pages:
        path = book.page_html(name)
        item = ITEM.format(up="../" * name.count("/"), name=NAME)
        path.write_text(path.read_text("utf-8").replace(PLACE, item), "utf-8")
