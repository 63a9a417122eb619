"""The text of a finished page as readers see it, by section: without drawings, markup for programs and displayed formulas."""

import re
from unicodedata import normalize

from lxml import html

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
    headings = [(section, next((child for child in section if child.tag in HEADINGS), None)) for section in root.iter("section")]
    return [
        (section.get("id"), tidy(heading.text_content()), text_of(section, heading)) for section, heading in headings if heading is not None
    ]


def write_formulas(root):
    """MathML as people would type it: √D, T/S, s_ts."""
    for mark, place, tag in [("√", 0, "msqrt"), ("/", 1, "mfrac"), ("_", 1, "msub"), ("^", 1, "msup")]:
        for element in root.iter(tag):
            part = element if place == 0 else element[place]
            part.text = mark + (part.text or "")


def text_of(section, heading):
    """The text without that of the sections inside and without the title."""
    parts = []

    def walk(element, is_code):
        def add(text):
            parts.append((text or "") if is_code else (text or "").replace("\n", " "))

        add(element.text)
        for child in element:
            ends = "\n" if child.tag in BLOCKS else " " if child.tag in {"td", "th"} else ""
            if child.tag != "section" and child is not heading:
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
