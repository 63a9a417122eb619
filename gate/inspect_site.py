"""Read the finished site as a reader's browser would and report what is wrong with it."""

import re
from urllib.parse import unquote, urlsplit

from bs4 import BeautifulSoup

from .book import Fault
from .execute import executed

# Attributes that make a browser fetch something.
FETCHING = {
    "script": ["src"], "img": ["src", "srcset"], "iframe": ["src"], "source": ["src", "srcset"], "video": ["src", "poster"],
    "audio": ["src"], "embed": ["src"], "object": ["data"], "form": ["action"], "use": ["href"], "image": ["href"],
    "link": ["href"],
}  # fmt: skip
FETCHING_LINKS = {"stylesheet", "icon", "preload", "prefetch", "modulepreload", "manifest", "preconnect", "dns-prefetch"}


def parse(book, name):
    return BeautifulSoup(book.page_html(name).read_text("utf-8"), "lxml")


def inspect_site(book):
    """All faults of the site's pages."""
    faults = unlisted_pages(book)
    soups = {path: BeautifulSoup(path.read_text("utf-8"), "lxml") for path in sorted(book.html.rglob("*.html"))}
    anchor_names = {path: {element["id"] for element in soup.find_all(id=True)} for path, soup in soups.items()}
    for path, soup in soups.items():
        where = path.relative_to(book.html).as_posix()
        faults += off_origin(where, soup) + dead_links(where, path, soup, anchor_names)
    for path in sorted(book.html.rglob("*.css")):
        where = path.relative_to(book.html).as_posix()
        faults += css_requests(where, path.read_text("utf-8"))
    for name in book.pages:
        if not book.page_html(name).exists():
            faults.append(Fault("unpublished", f"book/{name}.md", "목차에 있는데 사이트에 없다."))
            continue
        soup = soups[book.page_html(name)]
        article = soup.select_one("article.bd-article") or soup
        faults += literal_bold(name, article) + anchors(name, article) + figures(name, article)
        faults += missing_outputs(book, name, article)
    return faults


def unlisted_pages(book):
    listed = {book.page_source(name) for name in book.pages}
    return [
        Fault("unlisted", path.relative_to(book.root).as_posix(), "목차(_toc.yml)에 없는 쪽이다. 싣거나 지운다.")
        for path in sorted(book.source.rglob("*.md"))
        if path not in listed and "_includes" not in path.parts
    ]


def off_origin(where, soup):
    """Whatever a browser would fetch from another host."""
    faults = []
    for element in soup.find_all(list(FETCHING)):
        if element.name == "link" and not FETCHING_LINKS & set(element.get("rel", [])):
            continue
        for attribute in FETCHING[element.name]:
            value = element.get(attribute, "")
            if re.search(r"(^|[\s,])(https?:)?//", value):
                faults.append(Fault("origin", where, f"다른 곳에 요청한다: <{element.name} {attribute}={value}>"))
    for style in soup.find_all("style"):
        faults += css_requests(where, style.get_text())
    for element in soup.find_all(style=True):
        faults += css_requests(where, element["style"])
    for script in soup.find_all("script", src=False):
        code = script.string or ""
        if re.search(r"(import|fetch|importScripts)\s*\(?\s*[\"'`](https?:)?//", code):
            faults.append(Fault("origin", where, f"script가 다른 곳에 요청한다: {code.strip()[:120]}"))
    return faults


def css_requests(where, css):
    urls = re.findall(r"url\(\s*[\"']?((?:https?:)?//[^)\"']+)", css) + re.findall(r"@import\s+[\"']((?:https?:)?//[^\"']+)", css)
    return [Fault("origin", where, f"CSS가 다른 곳에 요청한다: {url}") for url in urls]


def dead_links(where, path, soup, anchor_names):
    """Links within the site whose page, file or anchor does not exist."""
    faults = []
    for link in soup.find_all("a", href=True):
        parts = urlsplit(link["href"])
        if parts.scheme or parts.netloc:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if target.is_dir():
            target = target / "index.html"
        if not target.exists():
            faults.append(Fault("link", where, f"없는 파일로 잇는다: {link['href']}"))
        elif parts.fragment and unquote(parts.fragment) not in anchor_names.get(target, {unquote(parts.fragment)}):
            faults.append(Fault("link", where, f"없는 자리로 잇는다: {link['href']}"))
    return faults


def literal_bold(name, article):
    """`**` that Markdown did not take for emphasis (a particle follows a bracket, a quote, a formula)."""
    faults = []
    for text in article.find_all(string=re.compile(r"\*\*")):
        if not text.find_parent(["pre", "code", "script", "style"]):
            faults.append(Fault("bold", f"book/{name}.md", f"굵은 글씨가 별표로 찍혔다: {text.strip()[:80]}"))
    return faults


def anchors(name, article):
    """Ids that docutils numbered: such an anchor changes when the page changes."""
    faults = []
    for heading in article.find_all(["h1", "h2", "h3"]):
        section = heading.find_parent("section")
        if section is None or re.fullmatch(r"(id\d+)?", section.get("id", "")):
            title = heading.get_text().strip().rstrip("#")
            faults.append(Fault("anchor", f"book/{name}.md", f"제목의 자리 이름이 순번이다: {title!r}"))
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
    return [
        output
        for output in cell.outputs
        if output.output_type == "stream" or "application/papermill.record/text/plain" not in output.get("data", {})
        and not any(key.startswith("application/papermill.record/") for key in output.get("data", {}))
    ]
