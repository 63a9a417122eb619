"""The whole book as one HTML page, made from the finished pages: what is printed as PDF.

Folded parts are open, controls are gone, links between pages lead to places in this page, and what leads to files has
become words. Headings move down one level below the parts of the table of contents.
"""

from copy import copy
from html import escape
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

from .inspect_site import parse

# What only works on a screen: the theme's anchors, folding, cards, scripts and styles of widgets.
SCREEN_ONLY = (
    "a.headerlink, button, template, script, link, style, .katex-mathml, .backrefs, .sd-summary-state-marker, details.hide > summary"
)
FOLDED_CODE = "details.hide"
PAGE = """\
<!doctype html>
<html lang="ko" data-theme="light"><head><meta charset="utf-8"><title>{title}</title>
{styles}</head><body>
<header class="cover"><p class="author">{author}</p><p class="title">{title}</p><p class="note">{note}</p></header>
<nav class="contents"><p class="heading">차례</p>{contents}</nav>
<main class="bd-article">{articles}</main>
</body></html>
"""
NOTE = "쪽마다 code를 실행해 만든 책이다. code는 MIT, 글과 그림은 CC BY 4.0."


def one_page(book, styles):
    """The page's text. `styles` are the addresses of style sheets, relative to where it will stand."""
    pages = {f"{name}.html": number for number, name in enumerate(book.pages)}
    articles, contents = [], []
    for caption, entries in parts(book):
        if caption:
            articles.append(f'<h1 class="part" id="part-{len(contents)}">{caption}</h1>')
        items = []
        for name, nested in entries:
            article = page_article(book, name, pages)
            articles.append(str(article))
            items.append(entry(article, with_sections=not nested))
        head = f'<a href="#part-{len(contents)}">{caption}</a>' if caption else ""
        contents.append(f"<section>{f'<p>{head}</p>' if head else ''}<ul>{''.join(items)}</ul></section>")
    links = "\n".join(f'<link rel="stylesheet" href="{address}">' for address in styles)
    title, author = book.config["title"], book.config["author"]
    return PAGE.format(title=title, author=author, note=NOTE, styles=links, contents="".join(contents), articles="\n".join(articles))


def drop_sizes(article):
    """Those of archives, which hold the very file that is being made."""
    for size in article.select("[data-bytes]"):
        size.previous_sibling.replace_with(size.previous_sibling.removesuffix(" ("))
        size.next_sibling.replace_with(size.next_sibling.removeprefix(")"))
        size.decompose()


def parts(book):
    """Pairs of a part's caption and its pages, each with whether it stands below another page."""
    yield None, [(book.toc["root"], False)]
    for part in book.toc.get("parts") or [book.toc]:
        entries = []
        for chapter in part["chapters"]:
            entries.append((chapter["file"], False))
            entries += [(section["file"], True) for section in chapter.get("sections", [])]
        yield part.get("caption"), entries


def page_article(book, name, pages):
    """The article of one page, ready to stand among the others."""
    article = copy(parse(book, name).select_one("article.bd-article"))
    article.attrs = {"id": f"p{pages[f'{name}.html']}"}
    for element in article.select(SCREEN_ONLY):
        element.decompose()
    drop_sizes(article)
    for element in article.select(FOLDED_CODE):
        element.unwrap()
    for element in article.select("details"):
        element["open"] = ""
    for element in article.find_all(["h1", "h2", "h3", "h4", "h5"]):
        element.name = f"h{int(element.name[1]) + 1}"
    prefix_ids(article, article["id"] + "-")
    for link in article.find_all("a"):
        lead(link, name, pages)
    for image in article.find_all("img"):
        image["src"] = "../html/" + normpath(join(dirname(name), image["src"]))
    return article


def prefix_ids(article, prefix):
    """Names within a page become names within the book."""
    for element in article.find_all(True):
        for attribute, value in element.attrs.items():
            if attribute == "id":
                element["id"] = prefix + value
            elif attribute in ("aria-labelledby", "aria-describedby", "for"):
                element[attribute] = " ".join(prefix + word for word in value.split())
            elif attribute == "href" and element.name != "a" and value.startswith("#"):
                element["href"] = f"#{prefix}{value[1:]}"
            elif "url(#" in value:
                element[attribute] = value.replace("url(#", f"url(#{prefix}")


def lead(link, name, pages):
    """To another page of the book: to its place here. To a file of the site: nowhere. Elsewhere: as it is."""
    address = urlsplit(link.get("href", ""))
    if address.scheme:
        return
    path = normpath(join(dirname(name), unquote(address.path))) if address.path else f"{name}.html"
    if path in pages:
        link["href"] = f"#p{pages[path]}" + (f"-{address.fragment}" if address.fragment else "")
    else:
        del link["href"]


def entry(article, with_sections):
    """A line of the table of contents, with the sections below it. Page numbers are filled in by whoever prints."""
    page, *sections = article.find_all(["h2", "h3"])
    nested = "".join(f"<li>{toc_line(section, section.parent['id'])}</li>" for section in sections)
    return f"<li>{toc_line(page, article['id'])}{f'<ul>{nested}</ul>' if with_sections and nested else ''}</li>"


def toc_line(heading, target):
    words = escape(" ".join(heading.get_text().split()))
    return f'<a href="#{target}"><span>{words}</span><i aria-hidden="true"></i></a>'
