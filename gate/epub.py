"""The book as an EPUB 3: the finished pages as XHTML, formulas as MathML, figures as SVG.

It needs no browser and is made with every build. Folded code is open, and a link that a reading system could not follow
has become words.
"""

import re
import uuid
import zipfile
from copy import copy
from html import escape
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

from .inspect_site import parse
from .labs_zip import zip_entry
from .one_page import FOLDED_CODE, drop_sizes, parts

NAME = "attention-transformer.epub"
NOT_READ = "a.headerlink, button, template, script, link, style, .katex-html, .backrefs, .sd-summary-state-marker, details.hide > summary"
# HTML knows these names in any case, XML in this one alone.
CASED = {name.lower(): name for name in ("clipPath", "linearGradient", "viewBox", "preserveAspectRatio", "gradientUnits", "clipPathUnits")}
XHTML = """\
<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="ko" xml:lang="ko">
<head><title>{title}</title><link rel="stylesheet" href="{up}style.css"/></head>
<body>{body}</body></html>
"""
PACKAGE = """\
<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" xml:lang="ko">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">urn:uuid:{id}</dc:identifier><dc:title>{title}</dc:title><dc:creator>{author}</dc:creator>
<dc:language>ko</dc:language><dc:rights>CC BY 4.0</dc:rights><meta property="dcterms:modified">2000-01-01T00:00:00Z</meta>
</metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="style" href="style.css" media-type="text/css"/>
{items}
</manifest>
<spine><itemref idref="nav"/>{spine}</spine></package>
"""
CONTAINER = """\
<?xml version="1.0" encoding="utf-8"?>
<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>
<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
"""
MEDIA = {".png": "image/png", ".svg": "image/svg+xml", ".jpg": "image/jpeg"}


def write_epub(book):
    """Write the finished site's pages to `downloads/` in it."""
    files = {"META-INF/container.xml": CONTAINER, "EPUB/style.css": Path(__file__).with_name("epub.css").read_text("utf-8")}
    items, spine, articles = [], [], {name: page(book, name) for name in book.pages}
    for number, (name, article) in enumerate(articles.items()):
        for image in article.find_all("img"):
            path = normpath(join(dirname(name), unquote(image.get("src", ""))))
            if not (book.html / path).is_file() or Path(path).suffix not in MEDIA:
                continue  # dead or elsewhere: the inspection that follows names it, and the book is refused
            if f"EPUB/{path}" not in files:
                files[f"EPUB/{path}"] = (book.html / path).read_bytes()
                items.append(f'<item id="f{len(items)}" href="{escape(path)}" media-type="{MEDIA[Path(path).suffix]}"/>')
        kinds = " ".join(kind for kind, tag in (("mathml", "math"), ("svg", "svg")) if article.find(tag))
        properties = f' properties="{kinds}"' if kinds else ""
        items.append(f'<item id="p{number}" href="{name}.xhtml" media-type="application/xhtml+xml"{properties}/>')
        spine.append(f'<itemref idref="p{number}"/>')
        title = escape(article.find("h1").get_text())
        files[f"EPUB/{name}.xhtml"] = XHTML.format(title=title, up="../" * name.count("/"), body=article.decode(formatter="minimal"))
    title, author = escape(book.config["title"]), escape(book.config["author"])
    files["EPUB/nav.xhtml"] = XHTML.format(title=title, up="", body=navigation(book, articles))
    id_ = uuid.uuid5(uuid.NAMESPACE_URL, book.config["title"])
    files["EPUB/package.opf"] = PACKAGE.format(id=id_, title=title, author=author, items="\n".join(items), spine="".join(spine))
    target = book.html / "downloads" / NAME
    target.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr(zip_entry("mimetype", zipfile.ZIP_STORED), "application/epub+zip")  # first and plain, as EPUB asks
        for path, data in sorted(files.items()):
            archive.writestr(zip_entry(path, zipfile.ZIP_DEFLATED), data)


def page(book, name):
    """The article of one page as it can stand in XHTML."""
    article = copy(parse(book, name).select_one("article.bd-article"))
    article.name, article.attrs = "main", {}
    for element in article.select(NOT_READ):
        element.decompose()
    drop_sizes(article)
    for element in article.select(FOLDED_CODE):
        element.unwrap()
    for formula in article.select(".katex"):
        formula.replace_with(mathml(formula))
    for element in article.find_all(lambda element: "-" in element.name):
        element.unwrap()  # a widget leaves the words that stand for it
    for element in article.find_all(True):
        tidy(element)
    pages = {f"{name}.html" for name in book.pages}
    for link in article.find_all("a"):
        lead(link, name, pages)
    return article


def mathml(formula):
    """The formula itself, out of the spans and the empty annotation around it."""
    math = formula.find("math").extract()
    for element in math.find_all("semantics"):
        element.unwrap()
    math["alttext"] = " ".join(math.get_text().split())
    return math


def tidy(element):
    element.name = CASED.get(element.name, element.name)
    for attribute, value in list(element.attrs.items()):
        if attribute in CASED:
            element[CASED[attribute]] = element.attrs.pop(attribute)
        elif attribute.startswith("data-") or attribute == "open" or str(value).startswith("doc-"):
            del element[attribute]
        elif attribute == "style" and "var(" in value:
            element["style"] = re.sub(r"var\([\w-]+, (#\w+)\)", r"\1", value)
    if element.name == "svg":
        element["xmlns"] = "http://www.w3.org/2000/svg"


def lead(link, name, pages):
    """Pages of the book are beside this one under another ending; files of the site are not in the book."""
    address = urlsplit(link.get("href", ""))
    if address.scheme or not address.path:
        return
    if normpath(join(dirname(name), unquote(address.path))) in pages:
        link["href"] = link["href"].replace(".html", ".xhtml", 1)
    else:
        link.unwrap()


def navigation(book, articles):
    """The table of contents, by parts, with the sections of each page."""
    lines = []
    for caption, entries in parts(book):
        pages = "".join(f"<li>{line(name, articles[name])}</li>" for name, _ in entries)
        lines.append(f"<li><span>{escape(caption)}</span><ol>{pages}</ol></li>" if caption else pages)
    return f'<nav epub:type="toc" id="toc"><h1>차례</h1><ol>{"".join(lines)}</ol></nav>'


def line(name, article):
    sections = "".join(f'<li><a href="{name}.xhtml#{h2.parent["id"]}">{words(h2)}</a></li>' for h2 in article.select("section[id] > h2"))
    return f'<a href="{name}.xhtml">{words(article.find("h1"))}</a>{f"<ol>{sections}</ol>" if sections else ""}'


def words(heading):
    return escape(" ".join(heading.get_text().split()))
