"""The index of the search: the text of every section as readers see it, and the names that mean the same.

Sphinx indexes the words of whole pages and cuts Korean at spaces alone, so that 마스크 is not found where the text says
마스크를; its results know no sections and no sentences. A book is small enough to keep the text itself: the script of
`web/src/search/` looks in it for whatever is typed. The index is a script, so that it also loads from a disk, and a page
asks for it when its search is first used. The templates leave out the theme's search scripts, which every page loaded.
"""

import json
import re
from pathlib import Path
from unicodedata import normalize

from lxml import html
from search_names import all_names
from sphinx import addnodes

TEMPLATES = Path(__file__).with_name("templates")
UNSEEN = " | ".join(
    f"//{part}"
    for part in (
        "svg", "script", "style", "template", "annotation", "*[@class='katex-display']", "*[@class='katex-html']",
        "*[contains(concat(' ', @class, ' '), ' headerlink ')]", "*[contains(@class, 'sd-d-none')]",
    )
)  # fmt: skip
BLOCKS = {"p", "li", "tr", "pre", "dt", "dd", "div", "figcaption", "caption", "summary", "section", "blockquote", "aside"}
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}


def read_page(body):
    """The sections of a page in their order: anchor, title, and the text with a line for each block."""
    root = html.fromstring(f"<div>{body}</div>")
    for element in root.xpath(UNSEEN):
        element.drop_tree()
    write_formulas(root)
    return [
        (section.get("id"), tidy(section[0].text_content()), text_of(section))
        for section in root.iter("section")
        if len(section) and section[0].tag in HEADINGS
    ]


def write_formulas(root):
    """MathML as people would type it: √D, T/S, s_ts."""
    for mark, place, tag in [("√", 0, "msqrt"), ("/", 1, "mfrac"), ("_", 1, "msub"), ("^", 1, "msup")]:
        for element in root.iter(tag):
            part = element if place == 0 else element[place]
            part.text = mark + (part.text or "")


def text_of(section):
    """The text without that of the sections inside and without the title."""
    parts = []

    def walk(element, is_code):
        def add(text):
            parts.append((text or "") if is_code else (text or "").replace("\n", " "))

        add(element.text)
        for child in element:
            ends = "\n" if child.tag in BLOCKS else " " if child.tag in {"td", "th"} else ""
            if child.tag != "section" and child is not section[0]:
                parts.append(ends)
                walk(child, is_code or child.tag == "pre")
            parts.append(ends)
            add(child.tail)

    walk(section, is_code=False)
    lines = (tidy(line) for line in "".join(parts).split("\n"))
    return "\n".join(line for line in lines if line)


def tidy(text):
    """NFC, as a query is, without the signs that only programs see (KaTeX's applied function)."""
    return " ".join(normalize("NFC", re.sub("[\u2061-\u2064\u200b]", "", text)).split())


def collect(app, pagename, templatename, context, doctree):
    if doctree is not None:
        app.env.search_pages[pagename] = read_page(context["body"])


def order(env):
    """The pages in the order of the table of contents, and those of its first part, which is the main text."""
    toctrees = list(env.get_doctree(env.config.root_doc).findall(addnodes.toctree))
    names, main = [env.config.root_doc], []
    for part, toctree in enumerate(toctrees):
        queue = list(toctree["includefiles"])
        while queue:
            name = queue.pop(0)
            names.append(name)
            queue[:0] = env.toctree_includes.get(name, [])
            if part == 0:
                main.append(name)
    return names, main


def write_index(app, error):
    if error or app.builder.format != "html":
        return
    names, main = order(app.env)
    names = [name for name in dict.fromkeys(names) if app.env.search_pages.get(name)]
    pages = [[app.builder.get_target_uri(name), app.env.search_pages[name][0][1], name in main] for name in names]
    sections = [[number, *section] for number, name in enumerate(names) for section in app.env.search_pages[name]]
    places = {anchor: number for number, (_, anchor, _, _) in enumerate(sections)}
    groups = [[places.get(label, -1), same, further] for label, same, further in all_names(app.env)]
    index = json.dumps({"pages": pages, "sections": sections, "names": groups}, ensure_ascii=False, separators=(",", ":"))
    Path(app.outdir, "_static", "search-index.js").write_text(f"globalThis.searchIndex={index};\n", "utf-8")


def use_templates(app, config):
    config.templates_path.append(str(TEMPLATES))


def prepare(app):
    app.env.search_pages = {}


def setup(app):
    app.setup_extension("encyclopedia")
    app.connect("config-inited", use_templates)
    app.add_js_file("search.js", loading_method="defer")
    app.connect("builder-inited", prepare)
    app.connect("html-page-context", collect, priority=400)  # before cards are added to the body
    app.connect("build-finished", write_index)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": False}
