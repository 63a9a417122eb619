"""Read the finished site as a reader's browser would and report what is wrong with it."""

import json
import re
from functools import cache
from urllib.parse import unquote, urlsplit

from bs4 import BeautifulSoup

from .book import Fault
from .execute import executed
from .pyodide import CDN

# Attributes that make a browser fetch something.
FETCHING = {
    "script": ["src"], "img": ["src", "srcset"], "iframe": ["src"], "source": ["src", "srcset"], "video": ["src", "poster"],
    "audio": ["src"], "track": ["src"], "input": ["src"], "embed": ["src"], "object": ["data"], "form": ["action"],
    "use": ["href", "xlink:href"], "image": ["href", "xlink:href"], "link": ["href", "imagesrcset"], "base": ["href"],
    "meta": ["content"],
}  # fmt: skip
FETCHING_LINKS = {"stylesheet", "icon", "preload", "prefetch", "modulepreload", "manifest", "preconnect", "dns-prefetch"}
HOST = r"(?:(?:https?|wss?):)?//(?!www\.w3\.org/)[\w-]"  # the beginning of an address elsewhere, but no name space
HEADINGS = ["h1", "h2", "h3"]
LITERAL = re.compile(r"\*\*|\{[a-z]+(:[a-z]+)?\}\s*$")


def parse(book, name):
    return parsed(book.page_html(name))


def parsed(path):
    return parsed_once(path, path.stat().st_mtime_ns)


@cache
def parsed_once(path, written):
    """Every check reads every page; parsing is most of their time."""
    return BeautifulSoup(path.read_text("utf-8"), "lxml")


def inspect_site(book):
    """All faults of the site's pages."""
    faults = unlisted_pages(book)
    soups = {path: parsed(path) for path in sorted(book.html.rglob("*.html")) if not is_template(path)}
    anchor_names = {path: {element["id"] for element in soup.find_all(id=True)} for path, soup in soups.items()}
    for path, soup in soups.items():
        where = path.relative_to(book.html).as_posix()
        faults += off_origin(where, soup) + dead_links(book.html, path, soup, anchor_names)
    for path in sorted(book.html.rglob("*.css")):
        faults += css_requests(path.relative_to(book.html).as_posix(), path.read_text("utf-8"))
    for path in sorted(book.html.rglob("*.*js")):
        faults += imports(path.relative_to(book.html).as_posix(), path.read_text("utf-8"))
    faults += python_addresses(book.html / "_static" / "pyodide" / "files.json")
    for name in book.pages:
        soup = soups[book.page_html(name)]
        article = soup.select_one("article.bd-article") or soup
        faults += literal_markup(name, article) + anchors(name, article) + figures(name, article)
        faults += missing_outputs(book, name, article) + unrecorded_pastes(book, name)
    return faults


def is_template(path):
    """The theme leaves templates among its style sheets."""
    return "_static" in path.parts


def unlisted_pages(book):
    listed = {book.page_source(name) for name in book.pages}
    return [
        Fault("unlisted", path.relative_to(book.root).as_posix(), "목차(_toc.yml)에 없는 쪽이다. 싣거나 지운다.")
        for path in sorted(book.source.rglob("*"))
        if path.suffix in {".md", ".ipynb", ".rst"} and path not in listed and "_includes" not in path.parts
    ]


def off_origin(where, soup):
    """Whatever a browser would fetch from another host."""
    faults = []
    for element in soup.find_all(list(FETCHING)):
        if not fetches(element):
            continue
        for attribute in FETCHING[element.name]:
            value = element.get(attribute, "")
            if re.search(rf"(^|[\s,=]){HOST}", value, re.I):
                faults.append(Fault("origin", where, f"다른 곳에 요청한다: <{element.name} {attribute}={value}>"))
    for style in soup.find_all("style"):
        faults += css_requests(where, style.get_text())
    for element in soup.find_all(True):
        faults += css_requests(where, element.get("style", ""))
        for attribute, value in element.attrs.items():
            if attribute.startswith("on"):
                faults += script_requests(where, value)
    for script in soup.find_all("script", src=False):
        faults += script_requests(where, script.string or "")
    return faults


def fetches(element):
    """Whether the browser follows this element's attributes by itself."""
    if element.name == "link":
        return bool(FETCHING_LINKS & {word.lower() for word in element.get("rel", [])})
    return element.name != "meta" or element.get("http-equiv", "").lower() == "refresh"


def script_requests(where, code):
    """A quoted address of another host has no other use in these short scripts than to be asked."""
    if re.search(rf"[\"'`]{HOST}", code, re.I):
        return [Fault("origin", where, f"script가 다른 곳에 요청한다: {code.strip()[:120]}")]
    return []


def imports(where, code):
    """Script files hold addresses for other uses; what they import by statement is asked for at once."""
    found = re.search(rf"\bimport\s*(?:[\w*{{}},\s$]+\sfrom\s*)?[\"']{HOST}[^\"']*", code, re.I)
    return [Fault("origin", where, f"script가 다른 곳에서 들여온다: {found[0]}")] if found else []


def python_addresses(path):
    """The one exception: a wheel that the build could not have comes from Pyodide's own CDN, named first, held to its hash."""
    files = [file for group in json.loads(path.read_text("utf-8"))["groups"].values() for file in group] if path.exists() else []
    return [
        Fault("origin", path.name, f"공식 CDN이 아니거나 hash가 없다: {file['url']}")
        for file in files
        if "url" in file and not (file["url"].startswith(CDN.partition("v{")[0]) and file.get("integrity", "").startswith("sha256-"))
    ]


def css_requests(where, css):
    """Addresses in url(), in @import and in image-set()."""
    found = re.findall(rf"(?:url\(\s*[\"']?|(?:@import|image-set\(|,)\s*[\"'])({HOST}[^)\"'\s]*)", css, re.I)
    return [Fault("origin", where, f"CSS가 다른 곳에 요청한다: {address}") for address in found]


def dead_links(site, path, soup, anchor_names):
    """Links and parts within the site whose page, file or anchor does not exist."""
    faults, where = [], path.relative_to(site).as_posix()
    for address in addresses(soup):
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if target.is_dir():
            target = target / "index.html"
        if not target.is_relative_to(site) or not target.exists():
            faults.append(Fault("link", where, f"없는 파일로 잇는다: {address}"))
        elif parts.fragment and unquote(parts.fragment) not in anchor_names.get(target, {unquote(parts.fragment)}):
            faults.append(Fault("link", where, f"없는 자리로 잇는다: {address}"))
    return faults


def addresses(soup):
    for link in soup.find_all("a", href=True):
        yield link["href"]
    for element in soup.find_all(["img", "script", "iframe", "source", "video", "audio", "embed", "link"]):
        attribute = "href" if element.name == "link" else "src"
        if element.get(attribute) and (element.name != "link" or fetches(element)):
            yield element[attribute]


def literal_markup(name, article):
    """Marks that Markdown did not take for markup: `**` before a particle, a role before a space."""
    faults = []
    for text in article.find_all(string=LITERAL):
        if not text.find_parent(["pre", "code", "script", "style", "annotation"]):
            kind = "bold" if "**" in text else "markup"
            faults.append(Fault(kind, f"book/{name}.md", f"표시가 글자 그대로 찍혔다: {text.strip()[:80]}"))
    return faults


def unrecorded_pastes(book, name):
    """Values pasted in other ways than as text carry no mark on the page, so that no golden file could hold them."""
    source = book.page_source(name).read_text("utf-8")
    return [
        Fault("glue", f"book/{name}.md", f"{role}로 붙인 값은 golden에 남지 않는다. glue:text만 쓴다.")
        for role in re.findall(r"\{glue(?::(?!text\})\w+)?\}", source)
    ]


def anchors(name, article):
    """Headings that open no section, and ids like those that docutils numbers: such an anchor changes when the page changes."""
    faults = []
    for heading in article.find_all(HEADINGS):
        opens = heading.parent.name == "section" and not heading.find_previous_sibling(HEADINGS)
        if not opens or re.fullmatch(r"(id\d+)?", heading.parent.get("id", "")):
            title = heading.get_text().strip().rstrip("#")
            faults.append(Fault("anchor", f"book/{name}.md", f"제목의 자리 이름이 없거나 순번이다: {title!r}"))
    return faults


def figures(name, article):
    faults = []
    for image in article.find_all(["img", "svg"]):
        alt = image.get("alt") or image.get("aria-label") or ""
        hidden = image.get("aria-hidden") == "true" or image.find_parent(attrs={"aria-hidden": "true"})
        if not alt.strip() and not hidden and not image.find_parent(class_="katex"):
            faults.append(Fault("alt", f"book/{name}.md", f"그림에 alt가 없다: {str(image)[:80]}"))
    return faults


def missing_outputs(book, name, article):
    """Each visible cell and each of its outputs must have reached the page."""
    notebook = executed(book, name)
    if notebook is None:
        return []
    cells = [cell for cell in notebook.cells if cell.cell_type == "code" and not removed(cell, "remove-cell")]
    printing = [cell for cell in cells if visible_outputs(cell) and not removed(cell, "remove-output")]
    seen_cells = article.select("div.cell")
    seen_printing = [cell for cell in seen_cells if cell.select_one("div.cell_output")]
    faults = []
    for what, expected, seen in (("cell", cells, seen_cells), ("출력이 있는 cell", printing, seen_printing)):
        if len(expected) != len(seen):
            text = f"실행한 {what}은 {len(expected)}개인데 쪽에는 {len(seen)}개다."
            faults.append(Fault("outputs", f"book/{name}.md", text))
    return faults


def removed(cell, tag):
    return tag in cell.metadata.get("tags", [])


def visible_outputs(cell):
    """Outputs that print something (glued values do not)."""
    return [output for output in cell.outputs if not any(key.startswith("application/papermill.record/") for key in output.get("data", {}))]
